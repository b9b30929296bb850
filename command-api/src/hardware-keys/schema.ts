import { z } from "zod";
import { rememberMe, trustDevice } from "../accounts/schema.ts";

/** Schemas of the calls with hardware keys. */

const mostBytes = 16_384;
const mostCharacters = Math.ceil((mostBytes * 4) / 3);
const toBase64url = (bytes: readonly number[]): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const base64url = z
  .string("This must be base64url text or a list of bytes")
  .min(1, "This is required")
  .max(mostCharacters, "This is too long")
  .regex(/^[A-Za-z0-9_-]+$/, "This is not base64url text");
/** Bytes, as base64url text (what browsers make) or as a list of numbers. The value is base64url text in both cases. */
const bytes = z.union([
  base64url,
  z.array(z.int().min(0).max(255)).min(1, "This is required").max(mostBytes, "This is too long").transform(toBase64url),
]);

const credential = {
  id: base64url,
  rawId: bytes,
  type: z.literal("public-key"),
  authenticatorAttachment: z.string().max(32).nullish(),
  /** Read with care: browsers and password managers add what they like. */
  clientExtensionResults: z.unknown().optional(),
};
const sameIds = { path: ["rawId"], error: "This must be the bytes of the id" };
const hasSameIds = ({ id, rawId }: { id: string; rawId: string }) => id === rawId;

/** Unknown members keep their own sentence. */
const answered = {
  error: ({ code }: { code: string }) => (code === "invalid_type" ? "Send what your hardware key answered" : undefined),
};

/** `RegistrationResponseJSON` of WebAuthn level 3; the parts that are bytes may be lists of numbers. */
export const registrationResponse = z
  .strictObject(
    {
      ...credential,
      response: z.strictObject({
        clientDataJSON: bytes,
        attestationObject: bytes,
        authenticatorData: bytes.nullish(),
        transports: z
          .array(z.string().regex(/^[a-z-]{1,32}$/))
          .max(8)
          .optional(),
        publicKey: bytes.nullish(),
        publicKeyAlgorithm: z.int().nullish(),
      }),
    },
    answered,
  )
  .refine(hasSameIds, sameIds)
  .meta({ id: "RegistrationResponse" });
export type RegistrationResponse = z.output<typeof registrationResponse>;

/** `AuthenticationResponseJSON` of WebAuthn level 3; the parts that are bytes may be lists of numbers. */
export const authenticationResponse = z
  .strictObject(
    {
      ...credential,
      response: z.strictObject({
        clientDataJSON: bytes,
        authenticatorData: bytes,
        signature: bytes,
        userHandle: bytes.nullish(),
        attestationObject: bytes.nullish(),
      }),
    },
    answered,
  )
  .refine(hasSameIds, sameIds)
  .meta({ id: "AuthenticationResponse" });
export type AuthenticationResponse = z.output<typeof authenticationResponse>;

const credentialDescriptor = z
  .strictObject({
    id: z.string(),
    type: z.literal("public-key"),
    transports: z.array(z.string()).exactOptional(),
  })
  .meta({ id: "CredentialDescriptor" });

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const registrationOptions = z
  .strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal("public-key"), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(credentialDescriptor),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal("preferred"),
      requireResidentKey: z.literal(false),
      userVerification: z.literal("preferred"),
    }),
    attestation: z.literal("none"),
    extensions: z.strictObject({ credProps: z.literal(true) }),
  })
  .meta({ id: "RegistrationOptions" });
export type RegistrationOptions = z.infer<typeof registrationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON`. Without `allowCredentials`, the browser offers its passkeys. */
export const authenticationOptions = z
  .strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    allowCredentials: z.array(credentialDescriptor),
    userVerification: z.enum(["required", "preferred", "discouraged"]),
  })
  .meta({ id: "AuthenticationOptions" });
export type AuthenticationOptions = z.infer<typeof authenticationOptions>;

/** Shown as it was typed, without the spaces around it. */
const onlyVisible = (text: string) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text.replaceAll("\u200d", ""));
export const hardwareKeyName = z
  .string("Please enter a name")
  .refine(onlyVisible, "Remove the invisible characters")
  .trim()
  .min(1, "Please enter a name")
  .max(64, "Use at most 64 characters")
  .describe("1 to 64 characters");

const hardwareKey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** When the key last signed in or confirmed a session; null if it never did. */
  lastUsed: z.iso.datetime().nullable(),
});

export const hardwareKeyParams = z.strictObject({
  keyId: z.uuid("This is not the id of a hardware key").toLowerCase(),
});
export const hardwareKeyRename = z.strictObject({ name: hardwareKeyName });
const keyAnswer = "What the key answered; bytes as base64url or as lists of numbers";
export const hardwareKeyRegistration = z.strictObject({ response: registrationResponse.describe(keyAnswer) });
export const hardwareKeyRegistered = z.strictObject({
  message: z.string(),
  hardwareKey,
  /** Only with the account's first second factor. They are not shown again. */
  recoveryCodes: z.array(z.string()).optional(),
});

const loginTicket = z
  .string("This must be text")
  .max(400, "This is too long")
  .optional()
  .describe("From the answer to a right password, for five minutes");
/** Without a ticket the answer offers a passkey, whatever the address: it never shows whether an account exists. */
export const keySignInBeginning = z.strictObject({
  email: z.string("This must be text").max(254).optional().describe("Changes nothing"),
  loginTicket,
});
export const keySignIn = z.strictObject({
  response: authenticationResponse.describe(keyAnswer),
  loginTicket,
  rememberMe,
  trustDevice,
});
