import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

/** Facts of `user-<id>`. */

const names = { firstName: personal(z.string()), lastName: personal(z.string()) };

export const userRegistered = defineEvent(
  "UserRegistered",
  1,
  z.object({
    userId: z.uuid(),
    email: personal(z.string()),
    username: personal(z.string()),
    passwordHash: personal(z.string()),
    ...names,
  }),
);

/** Somebody registered an address that has an owner, and was answered as if it were free. Sealed with the owner's key. */
export const decoyRegistered = defineEvent(
  "DecoyRegistered",
  1,
  z.object({
    userId: z.uuid(),
    ownerId: z.uuid(),
    email: personal(z.string()),
    username: personal(z.string()),
    ...names,
  }),
);

/** The fence of an abandoned registration: its slow writer can no longer create this user. */
export const registrationAborted = defineEvent("RegistrationAborted", 1, z.object({ userId: z.uuid() }));

/** A new letter was asked for; only the newest one's link counts. */
export const verificationRequested = defineEvent("VerificationRequested", 1, z.object({ userId: z.uuid() }));
export const emailVerified = defineEvent("EmailVerified", 1, z.object({ userId: z.uuid() }));

export const profileChanged = defineEvent("ProfileChanged", 1, z.object({ userId: z.uuid(), ...names }));

/** Every session but `keptSession` ends with it. */
export const passwordChanged = defineEvent(
  "PasswordChanged",
  1,
  z.object({ userId: z.uuid(), passwordHash: personal(z.string()), keptSession: z.uuid().nullable() }),
);

/** The same password, hashed again because the parameters were raised; ends nothing. */
export const passwordRehashed = defineEvent(
  "PasswordRehashed",
  1,
  z.object({ userId: z.uuid(), passwordHash: personal(z.string()) }),
);

export const otherSessionsEnded = defineEvent(
  "OtherSessionsEnded",
  1,
  z.object({ userId: z.uuid(), keptSession: z.uuid().nullable() }),
);

/** The fence of one session that was ended: what any process had decided for it before can no longer be appended to this stream. */
export const sessionFenced = defineEvent("SessionFenced", 1, z.object({ userId: z.uuid(), sessionId: z.uuid() }));

export const userActivated = defineEvent("UserActivated", 1, z.object({ userId: z.uuid() }));
/** Every session ends with it, and activation does not bring one back. */
export const userDeactivated = defineEvent("UserDeactivated", 1, z.object({ userId: z.uuid() }));
export const rolesChanged = defineEvent(
  "RolesChanged",
  1,
  z.object({ userId: z.uuid(), isAdmin: z.boolean(), isDeveloper: z.boolean(), isPro: z.boolean() }),
);

export const userEvents = [
  userRegistered,
  decoyRegistered,
  registrationAborted,
  verificationRequested,
  emailVerified,
  profileChanged,
  passwordChanged,
  passwordRehashed,
  otherSessionsEnded,
  sessionFenced,
  userActivated,
  userDeactivated,
  rolesChanged,
] as const;
export type UserEvent = EventOf<(typeof userEvents)[number]>;
