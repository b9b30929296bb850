import { networkOf } from "@attestory/http/parsing/client-address.ts";
import Bowser from "bowser";

const unknownDevice = "Unknown device";

/** A plain product name. Other text in a user agent is never displayed as if it were verified. */
const plainName = /^(?!Mozilla$)[\p{L}\d][\p{L}\d .+-]{0,39}$/u;

/** "Firefox on Linux", as far as the user agent says. */
export function deviceInWords(userAgent: string | null): string {
  if (!userAgent) return unknownDevice;
  const { browser, os } = Bowser.parse(userAgent);
  const [program, system] = [browser.name, os.name].map((name) => (name && plainName.test(name) ? name : null));
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? unknownDevice;
}

/** The network of an address, "This machine" for a loopback address, or null if unknown. */
export function locationInWords(address: string | null): string | null {
  if (!address || address === "0.0.0.0") return null;
  if (address === "::1" || address.startsWith("127.")) return "This machine";
  return networkOf(address);
}
