import type { Sharing } from "../../follower/lease.ts";
import { type MongoReadModels, serverTime } from "./collections.ts";
import { taking, unlessAnotherMadeIt } from "./take-lease.ts";

/** Members beside the leases. Their times are the server's, as those of leases are. */
export function mongoSharing({ ask }: Pick<MongoReadModels, "ask">, clock?: () => number): Sharing {
  const at = () => (clock ? BigInt(clock()) : serverTime);
  /** A process follows a projection in one group only. */
  const idOf = (holder: string, projections: readonly string[]) => `${holder} ${projections[0]}`;
  return {
    async announce(holder, projections, ms) {
      const now = at();
      const _id = idOf(holder, projections);
      const until = { $add: [now, ms] };
      const me = [{ $set: { holder: { $literal: holder }, projections: { $literal: projections }, until } }];
      // As of a lease: one that ends later than any granted now dates from before the clock was set back.
      const isOver = { $expr: { $or: [{ $lte: ["$until", now] }, { $gt: ["$until", until] }] } };
      const found = await ask(async ({ members }) => {
        await members.bulkWrite([
          { updateOne: { filter: { _id }, update: me, upsert: true } },
          { deleteMany: { filter: isOver } },
        ]);
        return members.find({}, { sort: { _id: 1 } }).toArray();
      });
      return new Map(
        projections.map((name) => [
          name,
          found.filter((member) => member.projections.includes(name)).map((member) => member.holder),
        ]),
      );
    },
    async withdraw(holder, projections) {
      await ask(({ members }) => members.deleteOne({ _id: idOf(holder, projections) }));
    },
    async takeEach(names, holder, ms) {
      if (names.length === 0) return new Set();
      const now = at();
      const mine = { _id: { $in: [...names] }, holder };
      const had = await ask(async ({ leases }) => {
        await leases.updateMany(mine, [{ $set: { until: { $add: [now, ms] } } }]);
        return leases.distinct("_id", mine);
      });
      const others = names.filter((name) => !had.includes(name));
      if (others.length === 0) return new Set(had);
      const update = taking(holder, now, ms);
      const writes = others.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } }));
      return ask(async ({ leases }) => {
        await leases.bulkWrite(writes, { ordered: false }).catch(unlessAnotherMadeIt);
        return new Set(await leases.distinct("_id", mine));
      });
    },
    async releaseEach(names, holder) {
      const released = { $set: { holder: null, until: 0n } };
      await ask(({ leases }) => leases.updateMany({ _id: { $in: [...names] }, holder }, released));
    },
  };
}
