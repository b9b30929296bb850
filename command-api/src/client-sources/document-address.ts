/** In characters. */
const longest = 500;

const isHttps = ({ protocol }: URL): boolean => protocol === "https:";

/** Only where the service itself may call private addresses: on a developer's machine. */
const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Servers may read these as dots and slashes, and answer for another path. */
const hidden = /%(?:2e|2f|5c)/i;

/**
 * Whether a Client ID Metadata Document may have this address (draft-ietf-oauth-client-id-metadata-document section 3). It has one spelling,
 * so that addresses are compared character for character: what a browser would write differently is refused.
 */
export function isDocumentAddress(clientId: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  if (clientId.length > longest || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  if (url.href !== clientId || clientId.includes("#") || hidden.test(clientId)) return false;
  if (url.username !== "" || url.password !== "" || url.pathname === "/") return false;
  return isHttps(url) || (allowLoopback && isLoopback(url));
}

/**
 * How the addresses of an entry begin, of what an admin entered: a host, or the beginning of an address. Null if it cannot be one: it must end
 * with a slash, or name the host alone.
 */
export function urlPrefixOf(entered: string, { allowLoopback }: { allowLoopback: boolean }): string | null {
  const text = entered.includes("://") ? entered : `https://${entered}`;
  if (!URL.canParse(text)) return null;
  const { href, search } = new URL(text);
  if (search !== "" || !href.endsWith("/")) return null;
  return isDocumentAddress(`${href}x`, { allowLoopback }) ? href : null;
}
