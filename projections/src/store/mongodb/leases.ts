import type { Leases } from "../../follower/lease.ts";
import { type MongoReadStoreOptions, openMongoReadModels, patience, serverTime } from "./collections.ts";
import { mongoSharing } from "./sharing.ts";
import { taking, unlessAnotherMadeIt } from "./take-lease.ts";

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
    sharing: mongoSharing(models, clock),
    close: () => models.close(),
  };
}
