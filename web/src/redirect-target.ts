const landing = "/dashboard";

/** Screens that would send a signed-in visitor round in circles. */
const loops = new Set(["/", "/login", "/register"]);

const printableAscii = /^[\x21-\x7e]+$/;
const encodedSecond = /^\/%(?:2f|5c|25|[01][0-9a-f]|7f)/i;

/**
 * Where to go after signing in: the decoded `redirect` parameter where it is a path of ours, else /dashboard.
 * Never another origin, whatever a browser makes of slashes, backslashes, control characters or dots.
 */
export function redirectTarget(redirect: string | null, origin: string): string {
  if (redirect === null || !isPlainPath(redirect)) return landing;
  const url = URL.parse(redirect, origin);
  if (url === null || url.origin !== origin) return landing;
  // Dots may have been folded away: what is left must still begin with one slash.
  const target = `${url.pathname}${url.search}${url.hash}`;
  return isPlainPath(target) && !loops.has(url.pathname) ? target : landing;
}

/** The server decides at /oauth/authorize, so the browser must really go there. */
export function needsFullNavigation(target: string): boolean {
  return /^\/oauth\/authorize(?:[?#]|$)/.test(target);
}

function isPlainPath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && printableAscii.test(text) && !text.includes("\\") && !encodedSecond.test(text);
}
