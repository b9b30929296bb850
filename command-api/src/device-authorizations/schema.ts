import { apiDigest, shownApi } from "@attestory/http/routing/api-schema.ts";
import { z } from "zod";

/** Schemas of the device authorization endpoint, and of the calls of the screen at /device. */

/** RFC 6749 section 3.2: unknown parameters are ignored, and one without a value counts as absent. */
const parameter = z
  .string()
  .transform((text) => (text === "" ? undefined : text))
  .optional();

/** RFC 8628 section 3.1. An application that authenticates by Basic need send nothing. */
export const deviceAuthorizationRequest = z
  .object({
    scope: parameter.describe("Up to 100 scopes of 500 characters together, divided by blanks"),
    resource: parameter.describe("The identifier of the API that the tokens are for (RFC 8707)"),
    client_id: parameter.describe("Unless the application authenticates by Basic; a public one sends only this"),
    client_secret: parameter.describe("Unless the application authenticates by Basic or by its keys, or is public"),
    client_assertion: parameter.describe("As at the token endpoint"),
    client_assertion_type: parameter.describe("As at the token endpoint"),
  })
  .meta({ id: "DeviceAuthorizationRequest" })
  .optional();

/** RFC 8628 section 3.2. `expires_in` and `interval` in seconds. */
export const deviceAuthorizationResponse = z
  .strictObject({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.url(),
    verification_uri_complete: z.url(),
    expires_in: z.int(),
    interval: z.int(),
  })
  .meta({ id: "DeviceAuthorizationResponse" });

const userCode = z
  .string("This must be text")
  .min(1, "Please enter the code that your device shows")
  .max(100, "Enter the eight letters that your device shows")
  .describe("As the device shows it; in any case, with blanks and hyphens or without");

export const deviceQuestion = z.strictObject({ userCode });

/** What a device asks. `request`: names it in the answer. `grantedScopes`: what the application has already, since `grantedAt`. */
export const deviceRequestInfo = z
  .strictObject({
    request: z.uuid(),
    userCode: z.string(),
    application: z.strictObject({
      name: z.string(),
      description: z.string(),
      logoUrl: z.string().nullable(),
      registeredAt: z.iso.datetime(),
    }),
    clientHost: z.string().nullable().describe("As of an authorization request"),
    scope: z.string().describe("Without the scopes of the API"),
    api: shownApi.nullable().describe("The API that it asks for tokens of"),
    grantedScopes: z.array(z.string()),
    grantedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "DeviceRequest" });
export type DeviceRequestInfo = z.infer<typeof deviceRequestInfo>;

export const deviceAnswer = z.strictObject({
  userCode,
  request: z.uuid("This is not the id of a request").describe("Of the request, as it was shown"),
  apiDigest: apiDigest.optional(),
  outcome: z.enum(["granted", "denied"], "Use granted or denied").describe("granted: the device gets its tokens"),
});
