import { dayOf } from "@attestory/projections/read-models/periods.ts";
import { totals, totalsKeys } from "@attestory/projections/read-models/totals.ts";
import { usageDays } from "@attestory/projections/read-models/usage-days.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { AdminStats } from "./schema.ts";

/** How many accounts and applications there are, and how many sign-ins there were since the last midnight of UTC. */
export async function statsAt(store: Pick<ReadStore, "get" | "getMany">, now: Date): Promise<AdminStats> {
  const [parts, today] = await Promise.all([store.getMany(totals, totalsKeys), store.get(usageDays, dayOf(now))]);
  const stats = { totalUsers: 0, twoFactorUsers: 0, applications: 0, dailyLogins: today?.signIns ?? 0 };
  for (const { accounts, twoFactor, applications } of parts.values()) {
    stats.totalUsers += accounts;
    stats.twoFactorUsers += twoFactor;
    stats.applications += applications;
  }
  return stats;
}
