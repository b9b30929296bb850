import { type InvitedLately, isCountedAt, isLapseCountedAt } from "@attestory/events/invitation-budget.ts";
import type { InvitedAccountEvent } from "@attestory/events/joining-events.ts";
import type { Projection } from "./projection.ts";

/** What still counts of the accounts that a user's API keys created, as of the newest of them. */
export interface InvitedAccountsDocument extends InvitedLately {
  userId: string;
}

/** Keyed by the id of the user whose API keys created the accounts. */
export const invitedAccounts: Projection<InvitedAccountsDocument, InvitedAccountEvent> = {
  name: "invitedAccounts@1",
  group: "other",
  takes: ["InvitedAccountCounted", "InvitedAccountLapsed"],
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.userId],
  evolve(document, { type, recordedAt, data: { userId } }) {
    const { counted, lapsed } = document ?? { counted: [], lapsed: [] };
    const at = recordedAt.getTime();
    if (type === "InvitedAccountLapsed") {
      return { userId, counted, lapsed: [...lapsed.filter((each) => isLapseCountedAt(each, recordedAt)), at] };
    }
    return { userId, counted: [...counted.filter((each) => isCountedAt(each, recordedAt)), at], lapsed };
  },
};
