import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether an IP address is one of the public internet: no loopback, private, link-local, translated or reserved one. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() === "unicast";
