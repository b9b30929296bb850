import { type InvitedLately, isCountedAt, isLapseCountedAt } from "@attestory/events/invitation-budget.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** What still counts of the accounts that a user's API keys created, as of the newest of them. */
export interface InvitedAccountsDocument extends InvitedLately {
  userId: string;
}

/** Keyed by the id of the user whose API keys created the accounts. */
export const invitedAccounts: Projection<InvitedAccountsDocument> = defineProjection({
  name: "invitedAccounts@1",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.userId],
  initial: ({ data: { userId } }) => ({ userId, counted: [], lapsed: [] }),
  evolve: {
    InvitedAccountCounted: (document, { recordedAt }) => ({
      ...document,
      counted: [...document.counted.filter((each) => isCountedAt(each, recordedAt)), recordedAt.getTime()],
    }),
    InvitedAccountLapsed: (document, { recordedAt }) => ({
      ...document,
      lapsed: [...document.lapsed.filter((each) => isLapseCountedAt(each, recordedAt)), recordedAt.getTime()],
    }),
  },
});
