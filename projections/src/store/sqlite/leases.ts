import type { Leases } from "../../follower/lease.ts";
import { openCatalogue } from "./files.ts";
import { inOneTransaction } from "./in-one-transaction.ts";

/** Leases in the catalogue of the read models. All processes that share the file run on one machine and use its clock. */
export function openSqliteLeases(file: string, now: () => number = Date.now): Leases {
  const database = openCatalogue(file);
  const current = database.prepare("SELECT holder, fence, until FROM leases WHERE name = ?");
  const write = database.prepare(
    `INSERT INTO leases (name, holder, fence, until) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET holder = excluded.holder, fence = excluded.fence, until = excluded.until`,
  );
  const release = database.prepare("UPDATE leases SET holder = NULL, until = 0 WHERE name = ? AND holder = ?");
  return {
    take: async (name, holder, ms) =>
      inOneTransaction(database, () => {
        const lease = current.get(name);
        const mine = lease?.holder === holder;
        const at = now();
        if (lease && !mine && lease.holder !== null && isRunning(lease.until as number, at, ms)) return null;
        const fence = Number(lease?.fence ?? 0) + (mine ? 0 : 1);
        write.run(name, holder, fence, at + ms);
        return { fence };
      }),
    async release(name, holder) {
      release.run(name, holder);
    },
    async close() {
      database.close();
    },
  };
}

/** A lease that ends later than any lease granted now dates from before the clock was set back: it counts as expired. */
const isRunning = (until: number, at: number, ms: number) => until > at && until <= at + ms;
