import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Of IPv6, only 2000::/3 is given out to the public (RFC 4291 section 2.4, IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is one of the public internet: no loopback, private, link-local, translated or reserved one. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(globalUnicast);
}
