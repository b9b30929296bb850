const landing = "/dashboard";

/** Screens that would redirect a signed-in user in a loop. */
const loops = new Set(["/", "/login", "/register"]);

const printableAscii = /^[\x21-\x7e]+$/;
const encodedSecond = /^\/%(?:2f|5c|25|[01][0-9a-f]|7f)/i;

/**
 * Where to go after sign-in: the decoded `redirect` parameter if it is a path of this app, else /dashboard.
 * Never another origin, however a browser interprets slashes, backslashes, control characters or dots.
 */
export function redirectTarget(redirect: string | null, origin: string): string {
  if (redirect === null || !isPlainPath(redirect)) return landing;
  const url = URL.parse(redirect, origin);
  if (url === null || url.origin !== origin) return landing;
  // Parsing resolves dot segments. The resulting path must still begin with exactly one slash.
  const target = `${url.pathname}${url.search}${url.hash}`;
  return isPlainPath(target) && !loops.has(url.pathname) ? target : landing;
}

/** The server handles /oauth/authorize, so the browser must load that page from it. */
export function needsFullNavigation(target: string): boolean {
  return /^\/oauth\/authorize(?:[?#]|$)/.test(target);
}

function isPlainPath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && printableAscii.test(text) && !text.includes("\\") && !encodedSecond.test(text);
}
