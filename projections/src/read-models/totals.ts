import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** How many accounts and applications there are, of one part of all. */
export interface TotalsDocument {
  accounts: number;
  /** The ids of those of the accounts that nobody has verified: each is verified soon, or lapses. */
  unverified: readonly string[];
  twoFactor: number;
  applications: number;
}

/** The keys of all parts: the first two digits of an id. One document would be written anew at every event of anybody. */
export const totalsKeys: readonly string[] = Array.from({ length: 256 }, (_, part) =>
  part.toString(16).padStart(2, "0"),
);

const none: TotalsDocument = { accounts: 0, unverified: [], twoFactor: 0, applications: 0 };

/** Keyed by the first two digits of the id of the account or application; the sum over `totalsKeys` is the total. Decoys do not count. */
export const totals: Projection<TotalsDocument> = defineProjection({
  name: "totals@1",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys: ({ data }) => [("applicationId" in data ? data.applicationId : data.userId).slice(0, 2)],
  initial: () => none,
  evolve: {
    UserRegistered: (before, { data }) => ({
      ...before,
      accounts: before.accounts + 1,
      unverified: [...before.unverified, data.userId],
    }),
    EmailVerified: (before, { data }) => ({ ...before, unverified: without(before, data.userId) }),
    // A decoy lapses too, but was never counted.
    RegistrationLapsed: (before, { data }) =>
      before.unverified.includes(data.userId)
        ? { ...before, accounts: before.accounts - 1, unverified: without(before, data.userId) }
        : before,
    ErasureStarted: (before, { data }) => ({
      ...before,
      accounts: before.accounts - 1,
      unverified: without(before, data.userId),
    }),
    TwoFactorEnabled: (before) => ({ ...before, twoFactor: before.twoFactor + 1 }),
    TwoFactorDisabled: (before) => ({ ...before, twoFactor: before.twoFactor - 1 }),
    ApplicationRegistered: (before) => ({ ...before, applications: before.applications + 1 }),
    ApplicationDeleted: (before) => ({ ...before, applications: before.applications - 1 }),
  },
});

function without({ unverified }: TotalsDocument, userId: string): string[] {
  return unverified.filter((id) => id !== userId);
}
