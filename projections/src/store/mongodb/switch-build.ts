import { setTimeout as sleep } from "node:timers/promises";
import { type Builds, previousDropped } from "../builds.ts";
import { ReadStoreUnavailable } from "../read-store.ts";
import { type MongoCatalogue, placed } from "./build-catalogue.ts";
import { type MongoReadModels, type StoredProjection, serverTime } from "./collections.ts";

/** How long `switching` is valid. The last catch-up takes milliseconds: a slower process has died, or its switch is refused. */
const switchMs = 5000;
const againMs = 50;
const patienceMs = 15_000;

/**
 * Makes another build active, by compare-and-set in the projection's one catalogue document. First it sets `switching`: from then on
 * no write to the active build is acknowledged, so its checkpoint does not move. When the other build has reached that checkpoint, it
 * sets `running`, if its `switching` is still there. `switching` expires: a follower that continues with the active build then clears
 * it, and the switch fails. A follower that missed a switch may still write documents to the previous build, which nobody reads; it
 * gets BuildSwitched before it acknowledges them.
 */
export function switchMongoBuild(
  { ask }: Pick<MongoReadModels, "ask">,
  catalogue: Pick<MongoCatalogue, "find">,
  newHolder: () => string,
): Builds["switchTo"] {
  const acquire = async (_id: string, by: string): Promise<StoredProjection> => {
    const mine = { by: { $literal: by }, until: { $add: [serverTime, switchMs] } };
    const switching = { $cond: [{ $lte: ["$switching.until", serverTime] }, mine, "$switching"] };
    for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(againMs)) {
      const found = await ask((all) =>
        all.catalogue.findOneAndUpdate({ _id }, [{ $set: { switching } }], { returnDocument: "after" }),
      );
      if (found?.switching?.by === by) return found;
    }
    throw new ReadStoreUnavailable(`another process switches the build of ${_id}`);
  };
  const release = (_id: string, by: string) =>
    ask((all) => all.catalogue.updateOne({ _id, "switching.by": by }, { $set: { switching: null } }));

  const isThere = async (_id: string, build: number) => placed(await catalogue.find(_id), build) !== null;

  /** False if `switching` has expired, or the build was dropped. */
  const activate = async (
    { _id, running }: StoredProjection,
    { build, by, previous }: { build: number; by: string; previous: unknown },
  ): Promise<boolean> => {
    const now = Date.now();
    const stillOurs = { _id, running, "switching.by": by, [`builds.${build}`]: { $exists: true } };
    const since = {
      [`builds.${build}.since`]: now,
      [`builds.${build}.wasRead`]: true,
      ...(running !== null && {
        [`builds.${running}.since`]: now,
        [`builds.${running}.wasRead`]: previous !== previousDropped,
      }),
    };
    const next = {
      $set: { running: build, switching: null, ...since },
      // Followers write it from now on: nobody continues it as an unfinished build.
      $unset: { [`builds.${build}.making`]: "" },
      $inc: { switches: 1 },
    } as const;
    return (await ask((all) => all.catalogue.updateOne(stillOurs, next))).matchedCount === 1;
  };

  return async ({ name: _id }, build, caughtUp) => {
    const none = () => new TypeError(`there is no build ${build} of ${_id}`);
    if (!(await isThere(_id, build))) throw none();
    const by = newHolder();
    const acquired = await acquire(_id, by);
    try {
      const previous = await caughtUp((acquired.running && placed(acquired, acquired.running)?.checkpoint) || 0n);
      if (await activate(acquired, { build, by, previous })) return;
      if (!(await isThere(_id, build))) throw none();
      throw new ReadStoreUnavailable(`build ${build} of ${_id} took too long to catch up: nothing was switched`);
    } catch (error) {
      // If this fails, `switching` expires.
      await release(_id, by).catch(() => undefined);
      throw error;
    }
  };
}
