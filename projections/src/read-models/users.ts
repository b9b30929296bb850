import { isCreatedForOwner, keyOwnerOf, type UserEvent } from "@attestory/events/account-events.ts";
import type { ApiKeyOwner } from "@attestory/events/api-key-validity.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { type InvitationMaker, withAdminTerm } from "@attestory/events/invitation-validity.ts";
import type { RecoveryEvent } from "@attestory/events/recovery-events.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { SessionOwner } from "@attestory/events/session-validity.ts";
import { changesClaims } from "./changes-claims.ts";
import { endApiKeys, endSecured, endSessions } from "./ended-access.ts";
import type { Projection } from "./projection.ts";

/** The state of an account. Personal fields are null once the person is erased. No read model holds the password hash. */
export interface UserDocument extends SessionOwner, ApiKeyOwner, InvitationMaker {
  id: string;
  email: string | null;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  isDeveloper: boolean;
  isPro: boolean;
  twoFactorEnabled: boolean;
  /** ISO 8601, as are the other times. */
  registeredAt: string;
  emailVerifiedAt: string | null;
  /** Null while the password is still the one from registration. */
  passwordChangedAt: string | null;
  /** False where a passkey alone signs in, and until one is set after "This wasn't me" or for an account that a program created. */
  hasPassword: boolean;
  /** Another address that was asked for, and when, until its link is opened. */
  pendingEmail: { email: string | null; requestedAt: string } | null;
  /** Not a real account: stands in for a registration whose address is already taken. Excluded from lists and figures. */
  decoy: boolean;
  /** The user whose API key created the account, or null. */
  createdBy: string | null;
  /** When something last changed that applications may read, such as the name or the address. */
  updatedAt: string;
}

type Ignored =
  | "InvitationAccepted"
  | "RegistrationAborted"
  | "VerificationRequested"
  | "RegistrantRecognized"
  | "PasswordRehashed"
  | "PasswordResetRequested"
  | "EmailChangeAnnounced"
  | "EmailChangeSettled"
  | "IdentifierChangeFenced"
  | "RescueLinkMade"
  | "RescueFinished";
type TwoFactorChange = Extract<SecondFactorEvent, { type: "TwoFactorEnabled" | "TwoFactorDisabled" }>;
type Taken = Exclude<UserEvent, { type: Ignored }> | TwoFactorChange;
type Registration = RecordedEvent<Extract<Taken, { type: "UserRegistered" | "DecoyRegistered" }>>;

/** The value of every account in the index `all`. */
export const everyAccount = "account";

/**
 * Keyed by user id. The index `all` lists every account, `createdBy` those that a user's API keys created, both by id. Erased persons are
 * in neither. Decoys are only in `createdBy`: without them, it would tell whose addresses have other accounts.
 */
export const users: Projection<UserDocument, Taken> = {
  name: "users@7",
  group: "authentication",
  takes: [
    "UserRegistered",
    "DecoyRegistered",
    "RegistrationLapsed",
    "EmailVerified",
    "ProfileChanged",
    "PasswordChanged",
    "PasswordRemoved",
    "OtherSessionsEnded",
    "UserActivated",
    "UserDeactivated",
    "RolesChanged",
    "PasswordReset",
    "EmailChangeRequested",
    "EmailChangeCancelled",
    "EmailChanged",
    "EmailChangeUndone",
    "UsernameChanged",
    "AccountSecured",
    "RescueLinkUsed",
    "TwoFactorEnabled",
    "TwoFactorDisabled",
  ],
  personal: "opened",
  indexes: {
    all: { entry: (user) => (isListed(user) ? { value: everyAccount, order: user.id } : null) },
    createdBy: {
      entry: ({ id, email, createdBy }) => (email !== null && createdBy ? { value: createdBy, order: id } : null),
    },
  },
  keys: (event) => [event.data.userId],
  evolve(user, event) {
    if (event.type === "UserRegistered" || event.type === "DecoyRegistered") return registered(event);
    if (event.type === "RegistrationLapsed") return null;
    const after = user && withAdminTerm(user, changed(user, event));
    return after && changesClaims(event.type) ? { ...after, updatedAt: event.recordedAt.toISOString() } : after;
  },
};

export const isListed = ({ decoy, email }: UserDocument): boolean => !decoy && email !== null;

const registered = ({ type, data, recordedAt, actor, delegate }: Registration): UserDocument => ({
  id: data.userId,
  email: data.email,
  username: data.username,
  firstName: data.firstName,
  lastName: data.lastName,
  isAdmin: false,
  isDeveloper: false,
  isPro: false,
  isActive: true,
  twoFactorEnabled: false,
  emailVerified: false,
  sessionEpoch: 0,
  keptSession: null,
  apiKeyEpoch: 0,
  adminTerm: 0,
  registeredAt: recordedAt.toISOString(),
  emailVerifiedAt: null,
  passwordChangedAt: null,
  hasPassword: !isCreatedForOwner({ actor }),
  pendingEmail: null,
  decoy: type === "DecoyRegistered",
  createdBy: keyOwnerOf({ actor, delegate }),
  updatedAt: recordedAt.toISOString(),
});

type Change = Exclude<RecordedEvent<Taken>, { type: "UserRegistered" | "DecoyRegistered" | "RegistrationLapsed" }>;

function changed(user: UserDocument, event: Change): UserDocument {
  const at = event.recordedAt.toISOString();
  switch (event.type) {
    case "EmailVerified":
      return { ...user, emailVerified: true, emailVerifiedAt: at };
    case "ProfileChanged":
      return { ...user, firstName: event.data.firstName, lastName: event.data.lastName };
    case "PasswordChanged":
      return withPassword(endSessions(user, event.data.keptSession), { hasPassword: true, at });
    case "PasswordRemoved":
      return withPassword(endSessions(user, event.data.keptSession), { hasPassword: false, at });
    case "OtherSessionsEnded":
      return endSessions(user, event.data.keptSession);
    case "UserActivated":
      return { ...user, isActive: true };
    case "UserDeactivated":
      return { ...endApiKeys(endSessions(user, null)), isActive: false, pendingEmail: null };
    case "RolesChanged":
      return { ...user, isAdmin: event.data.isAdmin, isDeveloper: event.data.isDeveloper, isPro: event.data.isPro };
    case "TwoFactorEnabled":
      return { ...user, twoFactorEnabled: true };
    case "TwoFactorDisabled":
      return { ...user, twoFactorEnabled: false };
    case "RescueLinkUsed":
      return endSessions(user, null);
    default:
      return recovered(user, event);
  }
}

type Recovery = RecordedEvent<Extract<Taken, RecoveryEvent>>;

/** Resets of the password, and changes of the address and the username. */
function recovered(user: UserDocument, event: Recovery): UserDocument {
  const at = event.recordedAt.toISOString();
  switch (event.type) {
    case "PasswordReset":
      return withPassword(endSessions(user, null), { hasPassword: true, at });
    case "EmailChangeRequested":
      return { ...user, pendingEmail: { email: event.data.email, requestedAt: at } };
    case "EmailChangeCancelled":
      return { ...user, pendingEmail: null };
    case "EmailChanged":
      return { ...user, email: event.data.email, pendingEmail: null };
    case "EmailChangeUndone":
      return { ...endApiKeys(endSessions(user, null)), email: event.data.email, pendingEmail: null };
    case "UsernameChanged":
      return { ...user, username: event.data.username };
    case "AccountSecured":
      return {
        ...endSecured(user, event.data),
        hasPassword: user.hasPassword && event.data.ended?.includes("password") === false,
        pendingEmail: null,
      };
  }
}

/** No other address that was asked for before counts any more. */
const withPassword = (user: UserDocument, { hasPassword, at }: { hasPassword: boolean; at: string }): UserDocument => ({
  ...user,
  hasPassword,
  passwordChangedAt: at,
  pendingEmail: null,
});
