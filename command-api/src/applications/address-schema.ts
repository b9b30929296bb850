import { z } from "zod";

/** Addresses and texts of applications. The forms in the browser check with these schemas, too. */

export const longestAddress = 2048;
const wholeAddress = "Use a whole address, such as https://app.example.com/callback";
const asBrowsersWrite = "Write it as a browser's address bar shows it, such as https://app.example.com/callback";
const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Visible ASCII: the address is sent in a header and compared byte for byte. */
const isPlain = (text: string) => /^[\x21-\x7e]+$/.test(text) && !/%[01][0-9a-f]|%7f/i.test(text);
/** Different spellings of one address would never match each other. */
const isNormal = (text: string, { href }: URL) => href === text || href === `${text}/`;
const isSafe = ({ protocol, hostname }: URL) =>
  protocol === "https:" || (protocol === "http:" && loopback.has(hostname));

/** The sentence to show beside the field; null if browsers may be sent to this address. */
export function faultOfAddress(text: string): string | null {
  if (text.length > longestAddress) return "Use at most 2,048 characters";
  if (!isPlain(text)) return "Use only plain characters, without blanks";
  if (!URL.canParse(text)) return wholeAddress;
  return faultOfUrl(text, new URL(text));
}

function faultOfUrl(text: string, url: URL): string | null {
  if (!isSafe(url)) return "Begin with https://. Only localhost, 127.0.0.1 and [::1] may begin with http://";
  if (url.username || url.password) return "Leave out the username and password";
  if (text.includes("#")) return "Leave out the part from the # on";
  if (text.includes("*")) return "Name each address: there are no wildcards";
  return isNormal(text, url) ? null : asBrowsersWrite;
}

/** A logo is loaded by the browsers of people who sign in, so an address in their own network is refused. */
export function faultOfLogo(text: string): string | null {
  const fault = faultOfAddress(text);
  if (fault) return fault;
  const { protocol, hostname } = new URL(text);
  if (protocol !== "https:") return "Use an https address for the logo";
  return isPublicName(hostname) ? null : "Use the address of a public site";
}

/** No name without a dot, and no IP address: the last part of a name has a letter. */
const isPublicName = (hostname: string): boolean => {
  const labels = hostname.split(".");
  return labels.length > 1 && /[a-z]/.test(labels.at(-1) ?? "");
};

export const isBlank = (text: string) => text.trim() === "";

export const addressText = (faultOf: (text: string) => string | null) =>
  z
    .string("This must be text")
    .superRefine((text, context) => {
      const fault = isBlank(text) ? null : faultOf(text);
      if (fault) context.addIssue({ code: "custom", message: fault });
    })
    .meta({ format: "uri" });

/** Joiners control how letters join in Persian or Hindi words. */
const joiners = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})/u;
const separators = /[\t-\r\u0085\p{Z}]+/gu;
const invisible = new RegExp(`(?!${joiners.source})[\\p{C}\\p{DI}]`, "gu");

/** Strangers read these texts where they decide whom to trust: line breaks, direction marks and invisible characters are removed. */
export const shownText = z
  .string("This must be text")
  .overwrite((text) => text.replace(separators, " ").replace(invisible, "").trim());
