import { user } from "@attestory/http/routing/answers.ts";
import { application } from "@attestory/http/routing/application-answer.ts";
import { z } from "zod";

export * from "./access-schema.ts";
export * from "./admin-schema.ts";
export * from "./analytics-schema.ts";
export * from "./claims-preview-schema.ts";
export * from "./client-call-schema.ts";
export * from "./joining-schema.ts";
export * from "./program-schema.ts";

/** Schemas of the query calls. The web app imports this file too, so it depends on nothing but zod. */

export const me = z.strictObject({ user });

/** The addresses of the signed-in user. `pending`: another one that was asked for, until its link is opened or expires. */
export const emailAddresses = z.strictObject({
  email: z.string(),
  pending: z.strictObject({ email: z.string(), expiresAt: z.iso.datetime() }).nullable(),
});

/** What can sign the user in. `hardwareKeys`: how many, passkeys among them. */
export const waysIn = z.strictObject({ hasPassword: z.boolean(), hardwareKeys: z.int() });

export const session = z.strictObject({
  id: z.uuid(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  lastAccess: z.iso.datetime(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  /** In words: "Firefox on Linux". */
  device: z.string(),
  /** The network of the address, or "This machine"; null if unknown. */
  location: z.string().nullable(),
  /** How it was started. `link`: a link that an operator made. */
  method: z.enum(["password", "passkey", "registration", "link"]),
  /** What was given beside it; null for nothing. */
  secondFactor: z.enum(["totp", "recovery-code", "hardware-key", "trusted-device", "email-code"]).nullable(),
  /** Both in words: "a password and a code". */
  signedInWith: z.string(),
});
export type Session = z.infer<typeof session>;
export const sessions = z.array(session);

/** When the session that asks ends: if it is not used before `idleEndsAt`, and at the latest at `endsAt`. `now` by the service's clock. */
export const sessionEnd = z.strictObject({
  now: z.iso.datetime(),
  idleEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

/** `left`: how many still work. `issuedAt`: null if there never were any. */
export const recoveryCodes = z.strictObject({ left: z.int(), issuedAt: z.iso.datetime().nullable() });

export const hardwareKey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** When the key last signed in or confirmed a session; null if it never did. */
  lastUsed: z.iso.datetime().nullable(),
});
export type HardwareKey = z.infer<typeof hardwareKey>;
export const hardwareKeys = z.strictObject({ hardwareKeys: z.array(hardwareKey) });

/** `clientSecretDisplay`: whether a secret can be shown again, or is shown only when it is made. */
export const applications = z.strictObject({
  applications: z.array(application),
  clientSecretDisplay: z.enum(["always", "once"]),
});

/** `isActive`: whether the key works, which it does not without Pro. */
export const apiKey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Its first characters, to recognize it by. */
  keyPrefix: z.string(),
  scopes: z.array(z.enum(["users:read", "users:write", "health:read"])),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsed: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;
/** `contactEmail`: where to ask for Pro, if the operator has set it. */
export const apiKeys = z.strictObject({ apiKeys: z.array(apiKey), contactEmail: z.string().nullable() });

/** What an entry of the timeline is about. */
export const activityTypes = [
  "sign-in",
  "attempt",
  "password",
  "second-factor",
  "hardware-key",
  "address",
  "application",
  "account",
] as const;

/** One event of the account, as its owner may see it. */
export const activityEntry = z.strictObject({
  id: z.uuid(),
  type: z.enum(activityTypes),
  sentence: z.string(),
  detail: z.string().nullable(),
  time: z.iso.datetime(),
  /** In words: "Firefox on Linux". Null if the service itself acted. */
  device: z.string().nullable(),
  /** The network of the address, or "This machine"; null if unknown. */
  network: z.string().nullable(),
  sessionId: z.uuid().nullable(),
  /** Whether this session caused it. */
  isCurrent: z.boolean(),
  /** Whether the owner may answer "this wasn't me". */
  canDisown: z.boolean(),
});
export type Activity = z.infer<typeof activityEntry>;
export const activityAnswer = z.strictObject({ activity: z.array(activityEntry), nextCursor: z.string().nullable() });

/** A device that is not asked for a second factor. */
export const trustedDevice = z.strictObject({
  id: z.uuid(),
  /** In words, as in `session`. */
  device: z.string(),
  location: z.string().nullable(),
  trustedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type TrustedDevice = z.infer<typeof trustedDevice>;
export const trustedDevices = z.array(trustedDevice);

/** An application that may use the account. `lastAccess`: when it last did, or else when it was allowed to. */
export const connectedApp = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  homepageUrl: z.string().nullable(),
  scopes: z.array(z.string()),
  grantedAt: z.iso.datetime(),
  lastAccess: z.iso.datetime(),
});
export type ConnectedApp = z.infer<typeof connectedApp>;
export const connectedApps = z.array(connectedApp);
