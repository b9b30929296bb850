import Bowser from "bowser";
import { networkOf } from "./client-address.ts";

const unknownDevice = "Unknown device";

/** Names that the library itself gives. Other text of a user agent is never shown: in an email, it could lure its reader. */
const knownNames = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)]);

/** "Firefox on Linux", as far as the user agent says. */
export function deviceInWords(userAgent: string | null): string {
  if (!userAgent) return unknownDevice;
  const { browser, os } = Bowser.parse(userAgent);
  const [program, system] = [browser.name, os.name].map((name) => (name && knownNames.has(name) ? name : null));
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? unknownDevice;
}

/** The network of an address, "This machine" for a loopback address, or null if unknown. */
export function locationInWords(address: string | null): string | null {
  if (!address || address === "0.0.0.0") return null;
  if (address === "::1" || address.startsWith("127.")) return "This machine";
  return networkOf(address);
}
