import { isCreatedForOwner, keyOwnerOf, userEvents } from "@attestory/events/account-events.ts";
import type { ApiKeyOwner } from "@attestory/events/api-key-validity.ts";
import type { Recorded, RecordedEvent } from "@attestory/events/catalogue.ts";
import { type InvitationMaker, withAdminTerm } from "@attestory/events/invitation-validity.ts";
import type { SessionOwner } from "@attestory/events/session-validity.ts";
import { changesClaims } from "./changes-claims.ts";
import { defineProjection } from "./define-projection.ts";
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
  /** Consents from before no longer count: someone else may have given them. Null: all count. */
  consentsCountFrom: string | null;
  /** The user whose API key created the account, or null. */
  createdBy: string | null;
  /** When something last changed that applications may read, such as the name or the address. */
  updatedAt: string;
  /** When the account is erased, whose owner has asked for it: until then it is shut. Absent, or null: nobody has. */
  erasesAt?: string | null;
}

/** The value of every account in the index `all`. */
export const everyAccount = "account";

/**
 * Keyed by user id. The index `all` lists every account, `createdBy` those that a user's API keys created, both by id. Erased persons are
 * in neither. Decoys are only in `createdBy`: without them, it would tell whose addresses have other accounts.
 */
export const users: Projection<UserDocument> = defineProjection({
  name: "users@8",
  group: "authentication",
  personal: "opened",
  indexes: {
    all: { entry: (user) => (isListed(user) ? { value: everyAccount, order: user.id } : null) },
    createdBy: {
      entry: ({ id, email, createdBy }) => (email !== null && createdBy ? { value: createdBy, order: id } : null),
    },
  },
  keys: (event) => [event.data.userId],
  covers: userEvents,
  ignores: [
    "InvitationAccepted",
    "RegistrationAborted",
    "VerificationRequested",
    "RegistrantRecognized",
    "PasswordRehashed",
    "PasswordResetRequested",
    "EmailChangeAnnounced",
    "EmailChangeSettled",
    "IdentifierChangeFenced",
    "RescueLinkMade",
    "RescueFinished",
    "PersonErased",
  ],
  begin: {
    UserRegistered: registered,
    DecoyRegistered: registered,
  },
  evolve: {
    RegistrationLapsed: () => null,
    ErasureRequested: (user, { data }) => ({ ...shut(user), erasesAt: data.erasesAt }),
    ErasureCancelled: (user) => ({ ...user, isActive: true, erasesAt: null }),
    ErasureStarted: () => null,
    EmailVerified: (user, event) => ({ ...user, emailVerified: true, emailVerifiedAt: timeOf(event) }),
    ProfileChanged: (user, { data }) => ({ ...user, firstName: data.firstName, lastName: data.lastName }),
    UsernameChanged: (user, { data }) => ({ ...user, username: data.username }),
    PasswordChanged: (user, event) => withPassword(endSessions(user, event.data.keptSession), true, event),
    PasswordRemoved: (user, event) => withPassword(endSessions(user, event.data.keptSession), false, event),
    PasswordReset: (user, event) => withPassword(endSessions(user, null), true, event),
    EmailChangeRequested: (user, event) => ({
      ...user,
      pendingEmail: { email: event.data.email, requestedAt: timeOf(event) },
    }),
    EmailChangeCancelled: (user) => ({ ...user, pendingEmail: null }),
    EmailChanged: (user, { data }) => ({ ...user, email: data.email, pendingEmail: null }),
    EmailChangeUndone: (user, event) => ({
      ...endApiKeys(endSessions(user, null)),
      email: event.data.email,
      pendingEmail: null,
      consentsCountFrom: timeOf(event),
    }),
    TwoFactorEnabled: (user) => ({ ...user, twoFactorEnabled: true }),
    TwoFactorDisabled: (user) => ({ ...user, twoFactorEnabled: false }),
    OtherSessionsEnded: (user, { data }) => endSessions(user, data.keptSession),
    RescueLinkUsed: (user) => endSessions(user, null),
    AccountSecured: (user, event) => ({
      ...endSecured(user, event.data),
      hasPassword: user.hasPassword && event.data.ended?.includes("password") === false,
      pendingEmail: null,
      consentsCountFrom: (event.data.ended?.includes("consents") ?? true) ? timeOf(event) : user.consentsCountFrom,
    }),
    UserActivated: (user) => ({ ...user, isActive: true }),
    UserDeactivated: shut,
    RolesChanged: (user, { data: { isAdmin, isDeveloper, isPro } }) => ({ ...user, isAdmin, isDeveloper, isPro }),
  },
  after(user, before, event) {
    const counted = withAdminTerm(before, user);
    return changesClaims(event.type) ? { ...counted, updatedAt: timeOf(event) } : counted;
  },
});

/** Everything that signs in ends. */
function shut(user: UserDocument): UserDocument {
  return { ...endApiKeys(endSessions(user, null)), isActive: false, pendingEmail: null };
}

export const isListed = ({ decoy, email }: UserDocument): boolean => !decoy && email !== null;

function registered(event: Recorded<"UserRegistered" | "DecoyRegistered">): UserDocument {
  const { type, data, recordedAt, actor, delegate } = event;
  return {
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
    consentsCountFrom: null,
    decoy: type === "DecoyRegistered",
    createdBy: keyOwnerOf({ actor, delegate }),
    updatedAt: recordedAt.toISOString(),
  };
}

const timeOf = ({ recordedAt }: RecordedEvent): string => recordedAt.toISOString();

/** No other address that was asked for before counts any more. */
const withPassword = (user: UserDocument, hasPassword: boolean, event: RecordedEvent): UserDocument => ({
  ...user,
  hasPassword,
  passwordChangedAt: timeOf(event),
  pendingEmail: null,
});
