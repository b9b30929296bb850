/** The groups of calls, by the part of the path that follows `/api`, in the order of the document. */
const groups = {
  auth: ["Sign-in", "Registration, sign-in, second factors, step-up and links of emails."],
  user: ["Account", "The account of the session: profile, password, address, sessions, devices, applications."],
  developer: ["Developer", "Your applications and API keys."],
  oauth: ["OAuth", "OAuth 2.0 and OpenID Connect: consent, tokens, keys and the claims of a user."],
  users: ["Users by API key", "For programs that hold an API key."],
  admin: ["Administration", "For admins: accounts, access, who may join, emails, backups and figures."],
  system: ["Service", "Whether the service works, and what it is."],
  dev: ["Development", "Only where there is no mail server."],
} as const;

type Group = keyof typeof groups;

const isGroup = (part: string): part is Group => part in groups;

export function tagOf(path: string): string {
  if (path.startsWith("/.well-known/")) return groups.oauth[0];
  const part = path.split("/")[2] ?? "";
  return isGroup(part) && path.startsWith("/api/") ? groups[part][0] : groups.system[0];
}

/** Those that the paths need. */
export const tagsOf = (paths: readonly string[]): { name: string; description: string }[] => {
  const used = new Set(paths.map(tagOf));
  return Object.values(groups).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []));
};
