const valueCharacters = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/**
 * A `Set-Cookie` line (RFC 6265 section 4.1) for a cookie hidden from scripts, other hosts and insecure connections. Without
 * `maxAgeSeconds` it lasts until the browser closes. Throws if the value contains a character not allowed in cookies.
 */
export const hostCookie = (name: `__Host-${string}`, value: string, maxAgeSeconds?: number): string => {
  if (!valueCharacters.test(value)) throw new Error(`The value of ${name} does not fit a cookie`);
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${Math.max(0, Math.floor(maxAgeSeconds))}`;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${age}`;
};

/** The `Set-Cookie` line that deletes a cookie in the browser. */
export const endCookie = (name: `__Host-${string}`): string => hostCookie(name, "", 0);

const none: ReadonlyMap<string, string> = new Map();

/** RFC 6265 section 4.1.1: a name is a token. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Strips spaces and tabs only, as browsers do: `trim` would turn `\u00a0__Host-session` into the session cookie's name. */
const withoutBlanks = (text: string) => {
  let [start, end] = [0, text.length];
  while (text[start] === " " || text[start] === "\t") start++;
  while (end > start && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.slice(start, end);
};

/** Parses a `Cookie` header. Omits a name that occurs twice, as one may be planted, and a name that is not a token. */
export const parseCookies = (header: string | undefined): ReadonlyMap<string, string> => {
  if (!header) return none;
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    const name = withoutBlanks(pair.slice(0, Math.max(0, equals)));
    if (!token.test(name)) continue;
    if (found.has(name)) twice.add(name);
    found.set(name, withoutBlanks(pair.slice(equals + 1)));
  }
  for (const name of twice) found.delete(name);
  return found;
};
