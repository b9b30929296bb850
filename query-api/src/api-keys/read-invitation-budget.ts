import { invitationBudget } from "@attestory/events/invitation-budget.ts";
import { invitedAccounts } from "@attestory/projections/read-models/invited-accounts.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { InvitationBudget } from "./schema.ts";

/** How many accounts the API keys of a user created, and may create. `perDay`: as the operator has set it. */
export async function readInvitationBudget(
  store: Pick<ReadStore, "get">,
  { userId, perDay }: { userId: string; perDay: number },
  now: Date,
): Promise<InvitationBudget> {
  const lately = (await store.get(invitedAccounts, userId)) ?? { counted: [], lapsed: [] };
  const { resumesAt, ...budget } = invitationBudget(lately, perDay, now);
  return { ...budget, resumesAt: resumesAt?.toISOString() ?? null };
}
