import { user } from "@attestory/http/routing/answers.ts";
import { application } from "@attestory/http/routing/application-answer.ts";
import { z } from "zod";
import { invitationBudget } from "./program-schema.ts";

export * from "./access-schema.ts";
export * from "./activity-schema.ts";
export * from "./admin-schema.ts";
export * from "./analytics-schema.ts";
export * from "./application-schema.ts";
export * from "./backup-schema.ts";
export * from "./claims-preview-schema.ts";
export * from "./client-call-schema.ts";
export * from "./joining-schema.ts";
export * from "./program-schema.ts";
export * from "./session-schema.ts";

/** Schemas of the query calls. The web app imports this file too, so it depends on nothing but zod. */

export const me = z.strictObject({ user });

/** The addresses of the signed-in user. `pending`: another one that was asked for, until its link is opened or expires. */
export const emailAddresses = z.strictObject({
  email: z.string(),
  pending: z.strictObject({ email: z.string(), expiresAt: z.iso.datetime() }).nullable(),
});

/** What can sign the user in. `hardwareKeys`: how many, passkeys among them. */
export const waysIn = z.strictObject({ hasPassword: z.boolean(), hardwareKeys: z.int() });

/** What signs in to an account or acts for it, counted. Of the sessions, all but the one that asks. `recoveryCodes`: how many still work. */
export const protection = z
  .strictObject({
    hasPassword: z.boolean(),
    sessions: z.int(),
    consents: z.int(),
    apiKeys: z.int(),
    hardwareKeys: z.int(),
    twoFactorEnabled: z.boolean(),
    recoveryCodes: z.int(),
    trustedBrowsers: z.int(),
  })
  .meta({ id: "Protection" });
export type Protection = z.infer<typeof protection>;

/** When the session that asks ends: if it is not used before `idleEndsAt`, and at the latest at `endsAt`. `now` by the service's clock. */
export const sessionEnd = z.strictObject({
  now: z.iso.datetime(),
  idleEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

/** `left`: how many still work. `issuedAt`: null if there never were any. */
export const recoveryCodes = z
  .strictObject({ left: z.int(), issuedAt: z.iso.datetime().nullable() })
  .meta({ id: "RecoveryCodesLeft" });

/** `clientSecretDisplay`: whether a secret can be shown again, or is shown only when it is made. */
export const applications = z.strictObject({
  applications: z.array(application),
  clientSecretDisplay: z.enum(["always", "once"]),
});

/** `isActive`: whether the key works, which it does not without Pro. */
export const apiKey = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    /** Its first characters, to recognize it by. */
    keyPrefix: z.string(),
    scopes: z.array(z.enum(["users:read", "users:write", "health:read"])),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsed: z.iso.datetime().nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof apiKey>;
/** `contactEmail`: where to ask for Pro, if the operator has set it. */
export const apiKeys = z.strictObject({
  apiKeys: z.array(apiKey),
  invitations: invitationBudget,
  contactEmail: z.string().nullable(),
});

/** A device that is not asked for a second factor. */
export const trustedDevice = z
  .strictObject({
    id: z.uuid(),
    /** In words, as in `session`. */
    device: z.string(),
    location: z.string().nullable(),
    trustedAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    isCurrent: z.boolean(),
  })
  .meta({ id: "TrustedDevice" });
export type TrustedDevice = z.infer<typeof trustedDevice>;
export const trustedDevices = z.array(trustedDevice);

/** An application that may use the account. `lastAccess`: when it last did, or else when it was allowed to. */
export const connectedApp = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    logoUrl: z.string().nullable(),
    homepageUrl: z.string().nullable(),
    scopes: z.array(z.string()),
    grantedAt: z.iso.datetime(),
    lastAccess: z.iso.datetime(),
  })
  .meta({ id: "ConnectedApplication" });
export type ConnectedApp = z.infer<typeof connectedApp>;
export const connectedApps = z.array(connectedApp);
