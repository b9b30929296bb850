import { type TotalsDocument, totals, totalsKeys } from "@attestory/projections/read-models/totals.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";

/** How many accounts and applications there are. */
export async function totalsOf(store: Pick<ReadStore, "getMany">): Promise<Omit<TotalsDocument, "unverified">> {
  const sum = { accounts: 0, twoFactor: 0, applications: 0 };
  for (const part of (await store.getMany(totals, totalsKeys)).values()) {
    sum.accounts += part.accounts;
    sum.twoFactor += part.twoFactor;
    sum.applications += part.applications;
  }
  return sum;
}
