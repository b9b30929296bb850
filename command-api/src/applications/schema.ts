import { application } from "@attestory/http/routing/application-schema.ts";
import { z } from "zod";
import { yesOrNo } from "../accounts/schema.ts";
import { publicKeys } from "./public-keys-schema.ts";

/** Schemas of the calls about applications. */

const longestAddress = 2048;
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
function faultOfAddress(text: string): string | null {
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
function faultOfLogo(text: string): string | null {
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

const isBlank = (text: string) => text.trim() === "";

const addressText = (faultOf: (text: string) => string | null) =>
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
const shownText = z
  .string("This must be text")
  .overwrite((text) => text.replace(separators, " ").replace(invisible, "").trim());

const applicationName = shownText.min(1, "Please enter a name").max(100, "Use at most 100 characters");
const applicationDescription = shownText.max(1000, "Use at most 1,000 characters");

const atLeastOne = "Enter at least one redirect URI";
/** Blank ones are dropped, and of equal ones all but one. */
const addresses = (what: string) =>
  z
    .array(addressText(faultOfAddress), `This must be a list of ${what}`)
    .overwrite((uris) => [...new Set(uris.filter((uri) => !isBlank(uri)))])
    .max(20, `Use at most 20 ${what}`);

const fields = {
  name: applicationName.describe("At most 100 characters; invisible ones are removed"),
  description: applicationDescription.nullish().describe("At most 1,000 characters"),
  logoUrl: addressText(faultOfLogo).nullish().describe("The https address of an image on a public site"),
  homepageUrl: addressText(faultOfAddress).nullish().describe("An address like a redirect URI"),
  redirectUris: addresses("redirect URIs")
    .min(1, atLeastOne)
    .describe("1 to 20 addresses: https, or http on localhost, 127.0.0.1 and [::1]"),
  requirePkce: yesOrNo.optional().describe("Always true for a public application"),
  idTokenAlgorithm: z
    .enum(["RS256", "ES256"], "Use RS256 or ES256")
    .optional()
    .describe("How its ID tokens are signed; RS256 for a new application"),
  allowFrameSignIn: yesOrNo.optional().describe("Whether a frame may get a code with prompt=none; false for a new one"),
  profileInIdToken: yesOrNo
    .optional()
    .describe("Whether ID tokens carry the claims of profile, email and roles; false for a new application"),
  postLogoutRedirectUris: addresses("addresses")
    .optional()
    .describe("Where a sign-out may lead: at most 20 addresses like redirect URIs, none for a new application"),
  backchannelLogoutUri: addressText(faultOfAddress)
    .nullish()
    .describe("Where logout tokens are sent when a session ends; null for a new application"),
  allowDeviceFlow: yesOrNo
    .optional()
    .describe("Whether it may sign users in on a device (RFC 8628); false for a new one"),
  jwks: publicKeys
    .nullish()
    .describe("A JWK Set of 1 to 5 public keys, which verify what the application signs; null for none"),
  tokenEndpointAuthMethod: z
    .enum(["client_secret", "private_key_jwt", "none"], "Use client_secret, private_key_jwt or none")
    .optional()
    .describe(
      "client_secret: by Basic or in the body; private_key_jwt: by a signature, and no secret works; none: public",
    ),
  requirePushedRequests: yesOrNo
    .optional()
    .describe("Whether its requests count only if they were pushed (RFC 9126); false for a new application"),
  allowUnsignedRequests: yesOrNo
    .optional()
    .describe("Whether a request object may have the alg none; false for a new application"),
  requireDpop: yesOrNo
    .optional()
    .describe("Whether tokens are given only with proof of possession (DPoP, RFC 9449); false for a new one"),
};
const applicationType = z.enum(["confidential", "public"], "Use confidential or public");

export const applicationRegistration = z
  .strictObject({
    ...fields,
    type: applicationType
      .optional()
      .describe("public: on a device or in a browser, without a secret; confidential by default"),
  })
  .meta({ id: "ApplicationRegistration" });
/** An application keeps its type. `description` and `logoUrl` are removed if left out; any other optional setting stays as it is. */
export const applicationChange = z.strictObject(fields).meta({ id: "ApplicationChange" });
export const applicationParams = z.strictObject({ id: z.uuid("This is not the id of an application").toLowerCase() });
export const applicationAnswer = z.strictObject({ application }).meta({ id: "ApplicationAnswer" });

export const secretRotation = z
  .strictObject({
    graceSeconds: z
      .int("This must be a number of seconds")
      .min(0, "Use a number from 0 to 86400")
      .max(86_400, "Use a number from 0 to 86400")
      .optional()
      .describe("How long the former secret still works: at most 86,400 seconds, 0 if left out"),
  })
  .optional();

export const applicationStatus = z.strictObject({ isActive: yesOrNo.describe("false suspends the application") });
export const applicationTrust = z.strictObject({ trusted: yesOrNo.describe("true: it asks for no consent") });
export const applicationHandOver = z.strictObject({
  userId: z
    .uuid("This is not the id of an account")
    .describe("The new owner: an active account with a verified address and developer access"),
});
