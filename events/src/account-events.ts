import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";
import type { Actor, Delegate } from "./envelope.ts";
import { accountErasureEvents } from "./erasure-events.ts";
import { passwordEvents } from "./password-events.ts";
import { recoveryEvents } from "./recovery-events.ts";
import { rescueEvents } from "./rescue-events.ts";

/** Events of `user-<id>`. */

const names = { firstName: personal(z.string()), lastName: personal(z.string()) };

/** `passwordHash` is null if a program or an admin created the account: its owner sets the password with the link of an email. */
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

/**
 * Whether a program or an admin registered the account for its owner, who has no password yet. Nobody who registers an own account is
 * signed in. The password itself does not tell: it is null, too, once the person is erased.
 */
export const isCreatedForOwner = ({ actor }: { actor: Actor }): boolean => actor.kind === "user";

/** The user whose API key acts, or null. */
export const keyOwnerOf = ({ actor, delegate }: { actor: Actor; delegate: Delegate | null }): string | null =>
  delegate?.kind === "apiKey" ? actor.id : null;

/** A user registered an address that already has an owner, and got the response for a free one. Encrypted with the owner's key. */
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

/** The account, or the decoy, was registered with an invitation. Once its address is verified, it gets the invitation's roles. */
export const invitationAccepted = defineEvent(
  "InvitationAccepted",
  1,
  z.object({ userId: z.uuid(), invitationId: z.uuid() }),
);

/** Fences off an abandoned registration: its slow writer can no longer create this user. */
export const registrationAborted = defineEvent("RegistrationAborted", 1, z.object({ userId: z.uuid() }));

/**
 * Ends a registration whose address was never verified. Its password, links and sessions stop working, and its address and username
 * become free. `replaced`: by another registration; `expired`: nobody verified it in time; `disowned`: by the owner of the address.
 */
export const registrationLapsed = defineEvent(
  "RegistrationLapsed",
  1,
  z.object({ userId: z.uuid(), reason: z.enum(["replaced", "expired", "disowned"]) }),
);

/** A new verification email was requested. Only the newest email's link is valid. */
export const verificationRequested = defineEvent("VerificationRequested", 1, z.object({ userId: z.uuid() }));
/** `sameBrowser`: the address was verified where the account was registered, or by setting a password that counts from then on. */
export const emailVerified = defineEvent(
  "EmailVerified",
  { version: 2, upcasts: { 1: (verified) => ({ ...verified, sameBrowser: true }) } },
  z.object({ userId: z.uuid(), sameBrowser: z.boolean() }),
);

/** The browser that registered opened the email's link too, after another one had verified the address with it. */
export const registrantRecognized = defineEvent("RegistrantRecognized", 1, z.object({ userId: z.uuid() }));

export const profileChanged = defineEvent("ProfileChanged", 1, z.object({ userId: z.uuid(), ...names }));

/** Ends every session except `keptSession`. */
export const passwordChanged = defineEvent(
  "PasswordChanged",
  1,
  z.object({ userId: z.uuid(), passwordHash: personal(z.string()), keptSession: z.uuid().nullable() }),
);

/** The same password, hashed again because the parameters were raised. Ends no session. */
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

export const userActivated = defineEvent("UserActivated", 1, z.object({ userId: z.uuid() }));
/** Ends every session. Activation does not restore any. */
export const userDeactivated = defineEvent("UserDeactivated", 1, z.object({ userId: z.uuid() }));
export const rolesChanged = defineEvent(
  "RolesChanged",
  1,
  z.object({ userId: z.uuid(), isAdmin: z.boolean(), isDeveloper: z.boolean(), isPro: z.boolean() }),
);

export const userEvents = [
  userRegistered,
  decoyRegistered,
  invitationAccepted,
  registrationAborted,
  registrationLapsed,
  verificationRequested,
  registrantRecognized,
  emailVerified,
  profileChanged,
  passwordChanged,
  passwordRehashed,
  otherSessionsEnded,
  userActivated,
  userDeactivated,
  rolesChanged,
  ...passwordEvents,
  ...recoveryEvents,
  ...rescueEvents,
  ...accountErasureEvents,
] as const;
export type UserEvent = EventOf<(typeof userEvents)[number]>;
