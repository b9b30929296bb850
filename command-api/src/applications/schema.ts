import { application } from "@attestory/http/routing/application-schema.ts";
import { z } from "zod";
import { yesOrNo } from "../accounts/schema.ts";
import { addressText, faultOfAddress, faultOfLogo, isBlank, shownText } from "./address-schema.ts";
import { applicationApi } from "./api-schema.ts";
import { publicKeys } from "./public-keys-schema.ts";

/** Schemas of the calls about applications. */

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
  api: applicationApi
    .nullish()
    .describe("Its own API, for which applications get access tokens (RFC 8707); null for none"),
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
