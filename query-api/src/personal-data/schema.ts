import { application } from "@attestory/http/routing/application-schema.ts";
import { z } from "zod";
import { apiKey } from "../api-keys/schema.ts";
import { connectedApp } from "../applications/schema.ts";
import { hardwareKey } from "../hardware-keys/schema.ts";
import { session } from "../sign-in/schema.ts";

/** The file in which a person gets everything that the service keeps of them. */

const time = z.iso.datetime();
/** As the browser sent them; null if unknown. `device` and `network` say the same in words. */
const origin = {
  device: z.string().nullable(),
  network: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
};

const ownAccount = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  emailVerifiedAt: time.nullable(),
  /** One that was asked for and whose link was not opened yet. */
  pendingEmail: z.string().nullable(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  roles: z.array(z.enum(["admin", "developer", "pro"])),
  isActive: z.boolean(),
  hasPassword: z.boolean(),
  passwordChangedAt: time.nullable(),
  twoFactorEnabled: z.boolean(),
  registeredAt: time,
  updatedAt: time,
});
export type OwnAccount = z.infer<typeof ownAccount>;

/** An address or a username that the account has or had. */
const formerName = z.strictObject({ kind: z.enum(["email", "username"]), value: z.string(), since: time });
export type FormerName = z.infer<typeof formerName>;

const pastSession = z.strictObject({
  id: z.uuid(),
  startedAt: time,
  lastUsedAt: time,
  /** Null if it was not ended: it is active, or has expired. */
  endedAt: time.nullable(),
  endReason: z.string().nullable(),
  method: session.shape.method,
  secondFactor: session.shape.secondFactor,
  rememberMe: z.boolean(),
  ...origin,
});
export type PastSession = z.infer<typeof pastSession>;

const secondFactor = z.strictObject({
  kind: z.enum(["authenticator-app", "recovery-codes", "trusted-browser"]),
  since: time.nullable(),
  until: time.nullable(),
  /** Of recovery codes: how many still work. */
  left: z.int().nullable(),
  device: z.string().nullable(),
  network: z.string().nullable(),
});
export type OwnSecondFactor = z.infer<typeof secondFactor>;

const ownApplication = application.omit({ clientSecret: true });
export type OwnApplication = z.infer<typeof ownApplication>;

/** Without the address that it is for, and who used it. */
const madeInvitation = z.strictObject({
  id: z.uuid(),
  madeAt: time,
  expiresAt: time,
  uses: z.int(),
  used: z.int(),
  isRevoked: z.boolean(),
  roles: z.array(z.enum(["admin", "developer", "pro"])),
  isAddressed: z.boolean(),
});
export type MadeInvitation = z.infer<typeof madeInvitation>;

/** An event of the log. `by`: who caused it; `other` is another user, such as an admin, of whom nothing is told. */
const historyEntry = z.strictObject({
  id: z.uuid(),
  /** Its name in the log. */
  event: z.string(),
  time,
  sentence: z.string(),
  detail: z.string().nullable(),
  by: z.enum(["owner", "other", "application", "system", "anyone"]),
  /** The application or API key that acted for you. */
  through: z.strictObject({ kind: z.enum(["client", "apiKey"]), id: z.string() }).nullable(),
  ...origin,
  sessionId: z.uuid().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const personalData = z
  .strictObject({
    service: z.url(),
    takenAt: time,
    account: ownAccount,
    names: z.array(formerName),
    sessions: z.array(pastSession),
    secondFactors: z.array(secondFactor),
    hardwareKeys: z.array(hardwareKey),
    connectedApplications: z.array(connectedApp),
    applications: z.array(ownApplication),
    apiKeys: z.array(apiKey),
    invitations: z.array(madeInvitation),
    history: z.array(historyEntry),
  })
  .meta({ id: "PersonalData" });
export type PersonalData = z.infer<typeof personalData>;
