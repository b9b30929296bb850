import type { ErasureReason } from "@attestory/events/erasure-events.ts";
import { z } from "zod";
import type { SnapshotForm } from "../handling/decider.ts";
import { instant, snapshotForm } from "../handling/snapshot-form.ts";

/** A registered account, as the state has it and as snapshots store it. Personal fields are null once the person is erased. */
const registered = z.strictObject({
  status: z.literal("registered"),
  registeredAt: instant,
  userId: z.uuid(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** The user whose API key created the account, or null. */
  createdBy: z.uuid().nullable(),
  passwordHash: z.string().nullable(),
  emailVerified: z.boolean(),
  /** The address was verified in another browser than the one that registered, and the password is still that of the registration. */
  isVerifiedElsewhere: z.boolean(),
  /** The newest request for a verification email. Only its link is valid. */
  verification: z.strictObject({ id: z.uuid(), requestedAt: instant }),
  /** A program or an admin created the account, and its owner has not opened the link that verifies the address and sets the password. */
  awaitsOwner: z.boolean(),
  /** The invitation that the account was registered with, or null. */
  invitationId: z.uuid().nullable(),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  isDeveloper: z.boolean(),
  isPro: z.boolean(),
  /** Raised by every event that ends the person's sessions. */
  sessionEpoch: z.int().nonnegative(),
  /** The session that stayed valid when `sessionEpoch` was last raised, or null. */
  keptSession: z.uuid().nullable(),
  /** Raised by every event that ends the person's API keys. */
  apiKeyEpoch: z.int().nonnegative(),
  /** The newest request for an email that sets a new password, unless it was used or has become invalid. Only its link is valid. */
  reset: z.strictObject({ id: z.uuid(), requestedAt: instant }).nullable(),
  /** Another address that was asked for and whose link was not opened yet. */
  pendingEmail: z
    .strictObject({ id: z.uuid(), email: z.string().nullable(), taken: z.boolean(), requestedAt: instant })
    .nullable(),
  /** The changes of the address that can still be undone, oldest first. Their former addresses stay reserved. */
  emailChanges: z
    .array(
      z.strictObject({
        /** The id of `EmailChanged`. */
        id: z.uuid(),
        requestId: z.uuid(),
        changedAt: instant,
        formerEmail: z.string().nullable(),
        /** The streams of the former address and of the one that replaced it. */
        formerIdentifier: z.string(),
        identifier: z.string(),
      }),
    )
    .readonly(),
  /** How many interrupted changes of an identifier were fenced off. A change that began before the newest fence is refused. */
  fences: z.int().nonnegative(),
  /** When the account was secured, oldest first: those times that a link of "This wasn't me" can still be older than. */
  securedAt: z.array(instant).readonly(),
  /** Consents that were granted up to this time no longer count: someone else may have granted them. */
  consentsCountFrom: instant.nullable(),
  /** How often the account has become an active admin. Invitations end with the term in which they were made. */
  adminTerm: z.int().nonnegative(),
  /** Raised by every change of the roles and of `isActive`: a change that was decided on an earlier state is refused. */
  accessVersion: z.int().nonnegative(),
  /** The newest link of the command line, until it has done its work. `purpose`: null until it is used. */
  rescue: z
    .strictObject({ id: z.uuid(), madeAt: instant, purpose: z.enum(["password", "second-factors"]).nullable() })
    .nullable(),
  /** The owner asked for the erasure of the account, which is shut until then. */
  erasure: z.strictObject({ id: z.uuid(), requestedAt: instant, erasesAt: instant }).nullable(),
});
export type RegisteredUser = z.infer<typeof registered>;

/**
 * Whether the account is its owner's to use: it is active, or shut because the owner wants it to be erased, and may keep it. Nobody but the
 * owner opens it then.
 */
export const belongsToOwner = ({ isActive, erasure }: Pick<RegisteredUser, "isActive" | "erasure">): boolean =>
  isActive || erasure !== null;

/** What every new account begins with. */
export const newAccount = {
  status: "registered",
  emailVerified: false,
  isVerifiedElsewhere: false,
  invitationId: null,
  isActive: true,
  isAdmin: false,
  isDeveloper: false,
  isPro: false,
  sessionEpoch: 0,
  keptSession: null,
  apiKeyEpoch: 0,
  reset: null,
  pendingEmail: null,
  emailChanges: [],
  fences: 0,
  securedAt: [],
  consentsCountFrom: null,
  adminTerm: 0,
  accessVersion: 0,
  rescue: null,
  erasure: null,
} satisfies Partial<RegisteredUser>;

export type Roles = Pick<RegisteredUser, "isAdmin" | "isDeveloper" | "isPro">;
export type RescuePurpose = NonNullable<NonNullable<RegisteredUser["rescue"]>["purpose"]>;

type Account = Pick<RegisteredUser, "userId" | "email" | "username" | "firstName" | "lastName" | "createdBy">;

/** Looks like an unverified account and cannot be changed: docs/decisions/strict-registration.md. */
export interface DecoyUser extends Account {
  status: "decoy";
  ownerId: string;
  registeredAt: Date;
}

/**
 * A registration that ended unverified. It keeps what it named: its identifiers must still be released, and its command may be
 * repeated.
 */
export interface LapsedUser extends Account {
  status: "lapsed";
  wasDecoy: boolean;
}

/** An account whose erasure has started. It keeps what it named until the key is destroyed: its identifiers must still be released. */
export interface ErasedUser extends Pick<Account, "userId" | "email" | "username" | "createdBy"> {
  status: "erased";
  isAddressProven: boolean;
  /** Former addresses that a change reserved. */
  formerEmails: readonly (string | null)[];
  receiptId: string;
  reason: ErasureReason;
  /** When the owner asked for it; null if someone else did. */
  requestedAt: Date | null;
  startedAt: Date;
  /** The key is destroyed, and nothing is left to do. */
  isDone: boolean;
}

export type UserState =
  | { status: "none" }
  | { status: "aborted" }
  | DecoyUser
  | RegisteredUser
  | LapsedUser
  | ErasedUser;

/** Whether the user can be shown: registered, or a decoy. */
export const hasAccount = (state: UserState): state is RegisteredUser | DecoyUser =>
  state.status === "registered" || state.status === "decoy";

export const isRegistered = (state: UserState): state is RegisteredUser => state.status === "registered";

/** Only registered accounts get snapshots: other user streams do not grow. */
export const userSnapshot: SnapshotForm<UserState> = snapshotForm("user@2a662550", registered, isRegistered);
