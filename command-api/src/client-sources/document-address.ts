import { isIP } from "node:net";
import { isPublicAddress } from "@attestory/http/outbound/public-address.ts";

/** In characters. */
const longest = 500;

/** `allowPrivate`: the service may call private addresses, as on a developer's machine. */
interface Reach {
  allowPrivate: boolean;
}

const isHttps = ({ protocol }: URL): boolean => protocol === "https:";

/** Only where the service itself may call private addresses. */
const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Servers may read these as dots and slashes, and answer for another path: at once, or once they read `%25` as `%`. */
const hidden = /%(?:2e|2f|5c|25)/i;
/** Some servers leave out what follows a semicolon, and read dots. */
const dotted = /\/\.{1,2};/;

/**
 * Whether a Client ID Metadata Document may have this address (draft-ietf-oauth-client-id-metadata-document section 3). It has one spelling,
 * so that addresses are compared character for character: what a browser would write differently is refused.
 */
export function isDocumentAddress(clientId: string, { allowPrivate }: Reach): boolean {
  if (clientId.length > longest || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  if (url.href !== clientId || clientId.includes("#") || hidden.test(clientId) || dotted.test(url.pathname))
    return false;
  if (url.username !== "" || url.password !== "" || url.pathname === "/") return false;
  return isHttps(url) || (allowPrivate && isLoopback(url));
}

/** `not-public`: nothing would ever be fetched from there, or it is no single host: one label, a wildcard, a private IP address. */
export type PrefixFault = "malformed" | "not-public";

function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0) return isPublicAddress(address);
  const labels = hostname.replace(/\.$/, "").split(".");
  return labels.length > 1 && !hostname.endsWith(".localhost");
}

/**
 * How the addresses of an entry begin, of what an admin entered: a host, or the beginning of an address. It must end with a slash, or name
 * the host alone.
 */
export function urlPrefixOf(entered: string, { allowPrivate }: Reach): { urlPrefix: string } | { fault: PrefixFault } {
  const text = entered.includes("://") ? entered : `https://${entered}`;
  if (!URL.canParse(text)) return { fault: "malformed" };
  const { href, search, hostname } = new URL(text);
  const isWhole = search === "" && href.endsWith("/");
  if (!isWhole || !isDocumentAddress(`${href}x`, { allowPrivate })) return { fault: "malformed" };
  if (hostname.includes("*")) return { fault: "not-public" };
  return allowPrivate || isPublicHost(hostname) ? { urlPrefix: href } : { fault: "not-public" };
}
