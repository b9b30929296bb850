/** The characters of a text as an operator can see them: `\r` for a carriage return. */
export const visible = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^ -~…]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

const longest = 60;

/** Their addresses may hold a password anywhere, if they are not what they should be. */
const servers = new Set(["EVENT_LOG", "READ_STORE", "VAULT", "JOBS"]);

/**
 * What was received for a setting that is refused, to be put behind the reason. Never a secret: of a key, and of what looks like one, only
 * the length, nothing of the mail server's address, of another server's only the scheme, and of any other value neither what stands before
 * an @, which may be a password, nor the query of an address.
 */
export function receivedValue(name: string, value: string): string {
  if (name === "SMTP_URL") return "";
  if (/KEY|SECRET/.test(name) || /(SECRET|PRIVATE)[- ]KEY/i.test(value)) return `: received ${value.length} characters`;
  if (servers.has(name)) return `: received "${visible(value.replace(/:.*$/s, ":…").slice(0, longest))}"`;
  const [address = "", ...query] = value.replace(/^.*@/s, "…@").split("?");
  const shown = query.length > 0 ? `${address}?…` : address;
  return `: received "${visible(shown.slice(0, longest))}"`;
}
