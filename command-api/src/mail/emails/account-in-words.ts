/** No dots and no long numbers: mail programs make links of what looks like an address or a telephone number. */
const isSafe = (username: string): boolean =>
  /^[A-Za-z0-9_-]{3,32}$/.test(username) && !/(?:\d[_-]?){6}/.test(username);

const masked = (address: string): string => address.replace(/^(.)[^@]*@/u, "$1…@");

/**
 * Whose account an email is about. The username if nothing in it can pass for a link, because a stranger may have chosen it; otherwise the
 * account's address, of which the part before the @ is not shown.
 */
export function accountInWords(username: string | null, address: string | null): string | null {
  if (username !== null && isSafe(username)) return username;
  return address === null ? null : masked(address);
}
