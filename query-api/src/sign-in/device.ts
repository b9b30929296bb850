import { networkOf } from "@attestory/http/parsing/client-address.ts";
import Bowser from "bowser";

const unknownDevice = "Unknown device";

/** A name as products have them: what else a user agent claims to be is not shown as if we knew it. */
const plainName = /^(?!Mozilla$)[\p{L}\d][\p{L}\d .+-]{0,39}$/u;

/** "Firefox on Linux", as far as the user agent tells. */
export function deviceInWords(userAgent: string | null): string {
  if (!userAgent) return unknownDevice;
  const { browser, os } = Bowser.parse(userAgent);
  const [program, system] = [browser.name, os.name].map((name) => (name && plainName.test(name) ? name : null));
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? unknownDevice;
}

/** The network of an address, "This machine" for its own, or null where nothing is known. */
export function locationInWords(address: string | null): string | null {
  if (!address || address === "0.0.0.0") return null;
  if (address === "::1" || address.startsWith("127.")) return "This machine";
  return networkOf(address);
}
