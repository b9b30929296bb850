import type { Leases } from "../../follower/lease.ts";
import { type MongoReadStoreOptions, openMongoReadModels, patience, serverTime } from "./collections.ts";

/** Leases beside the catalogue. They use the server's clock, because its clients' clocks may differ; tests pass their own clock. */
export async function openMongoLeases(options: MongoReadStoreOptions, clock?: () => number): Promise<Leases> {
  const models = await openMongoReadModels(options, patience.reading);
  return {
    async take(name, holder, ms) {
      const at = clock ? BigInt(clock()) : serverTime;
      const lease = await models.ask(({ leases }) =>
        leases
          .findOneAndUpdate({ _id: name }, taking(holder, at, ms), { upsert: true, returnDocument: "after" })
          .catch(unlessAnotherMadeIt),
      );
      return lease?.holder === holder ? { fence: lease.fence } : null;
    },
    async release(name, holder) {
      const released = { $set: { holder: null, until: 0n } };
      await models.ask(({ leases }) => leases.updateOne({ _id: name, holder }, released));
    },
    close: () => models.close(),
  };
}

/** Takes or renews the lease; changes nothing while another holder has it. */
function taking(holder: string, at: bigint | typeof serverTime, ms: number) {
  const me = { $literal: holder };
  const until = { $add: [at, ms] };
  const isMine = { $eq: ["$holder", me] };
  const isFree = { $eq: [{ $ifNull: ["$holder", null] }, null] };
  // A lease that ends later than any lease granted now dates from before the clock was set back: it counts as expired.
  const isOver = { $or: [{ $lte: ["$until", at] }, { $gt: ["$until", until] }] };
  const currentFence = { $ifNull: ["$fence", 0] };
  const taken = { holder: me, until, fence: { $cond: [isMine, currentFence, { $add: [currentFence, 1] }] } };
  const may = { $or: [isMine, isFree, isOver] };
  const unlessHeld = (value: unknown, field: string) => ({ $cond: [may, value, field] });
  return [
    {
      $set: {
        holder: unlessHeld(taken.holder, "$holder"),
        until: unlessHeld(taken.until, "$until"),
        fence: unlessHeld(taken.fence, "$fence"),
      },
    },
  ];
}

const duplicateKey = 11000;
/** Of concurrent first requests for a lease, one creates it; the others get a duplicate key error. */
function unlessAnotherMadeIt(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === duplicateKey) return null;
  throw error;
}
