import { setTimeout as sleep } from "node:timers/promises";
import type { Changes, Checkpoint } from "../read-store.ts";
import { BuildSwitched, ReadStoreUnavailable } from "../read-store.ts";
import { allEnded } from "./all-ended.ts";
import { advanced } from "./checkpoints.ts";
import {
  type Making,
  type MongoReadModels,
  newCollectionName,
  type StoredBuild,
  type StoredProjection,
  serverTime,
} from "./collections.ts";

/** A build and its collection, with the switch count that reveals later switches. */
export interface Placed extends StoredBuild {
  build: number;
  switches: number;
}

/** The new checkpoint of a build that was the active one when its documents were written. */
export interface Advance extends Pick<Changes, "partitions"> {
  projection: string;
  placed: Placed;
  to: Checkpoint;
}

/** Which builds exist, and which of them are active. Each projection is one document, so that it changes atomically. */
export interface MongoCatalogue {
  all(): Promise<StoredProjection[]>;
  find(projection: string): Promise<StoredProjection | null>;
  /** The active build; null before the first one exists. */
  running(projection: string): Promise<Placed | null>;
  /** The active build, created if there is none; of concurrent callers, one creates it. */
  runningOrFirst(projection: string): Promise<Placed>;
  /** Adds a build that is not active, under a number that no build of the projection ever had. */
  add(projection: string, making: Making | null): Promise<Placed>;
  /**
   * Advances the checkpoints of active builds, after their documents are written. Waits while a switch is in progress.
   * @throws BuildSwitched when another build is active: the documents written may never be read
   */
  advanceRunning(advances: readonly Advance[]): Promise<void>;
  /** Advances the checkpoint of any build. @throws TypeError when there is no such build */
  advance(projection: string, build: number, to: Checkpoint): Promise<void>;
}

const againMs = 20;
const patienceMs = 8000;

export function mongoCatalogue({ ask }: Pick<MongoReadModels, "ask">, generation: number): MongoCatalogue {
  const find = (_id: string) => ask(({ catalogue }, signal) => catalogue.findOne({ _id }, { signal }));

  /**
   * Adds a build under the next number, unless another process took the number meanwhile; the active one unless `making` is given: null
   * if it is not continued.
   */
  const tryToAdd = async (_id: string, before: StoredProjection | null, making?: Making | null): Promise<boolean> => {
    const last = (before?.last ?? 0) + 1;
    const isFirst = making === undefined;
    const build = { ...emptyBuild(newCollectionName(generation, _id, last), isFirst), ...(making && { making }) };
    const running = isFirst ? last : null;
    return ask(async ({ catalogue }) => {
      if (!before) {
        const first = { _id, last, running, switches: 0, switching: null, builds: { [last]: build } };
        return catalogue.insertOne(first).then(() => true, unlessThereIsOne);
      }
      const set = { last, [`builds.${last}`]: build, ...(isFirst && { running }) };
      const unchanged = { _id, last: before.last, ...(isFirst && { running: null }) };
      return (await catalogue.updateOne(unchanged, { $set: set })).matchedCount === 1;
    });
  };

  /** Clears an expired `switching`, so that a process that died during a switch does not block others. Uses the server's clock. */
  const afterExpiredSwitch = (_id: string) => {
    const expired = { $lte: ["$switching.until", serverTime] };
    const switching = { $cond: [expired, null, "$switching"] };
    return ask(({ catalogue }) => catalogue.findOneAndUpdate({ _id }, [{ $set: { switching } }], afterwards));
  };

  const advanceOne = async (one: Advance): Promise<void> => {
    const { projection, placed } = one;
    const { filter, update } = advanceOf(one, [one]);
    const advance = async () => (await ask(({ catalogue }) => catalogue.updateOne(filter, update))).matchedCount === 1;
    for (const until = performance.now() + patienceMs; !(await advance()); await sleep(againMs)) {
      const now = await afterExpiredSwitch(projection);
      if (now?.running !== placed.build || now.switches !== placed.switches)
        throw new BuildSwitched(`another build of ${projection} is read`);
      if (performance.now() > until)
        throw new ReadStoreUnavailable(`another build of ${projection} is about to be read`);
    }
  };

  return {
    find,
    all: () => ask(({ catalogue }, signal) => catalogue.find({}, { sort: { _id: 1 }, signal }).toArray()),
    running: async (projection) => runningOf(await find(projection)),
    async runningOrFirst(projection) {
      for (;;) {
        const found = await find(projection);
        const running = runningOf(found);
        if (running) return running;
        await tryToAdd(projection, found);
      }
    },
    async add(projection, making) {
      for (;;) {
        const found = await find(projection);
        if (!(await tryToAdd(projection, found, making))) continue;
        const added = placed(await find(projection), (found?.last ?? 0) + 1);
        if (added) return added;
      }
    },
    async advanceRunning(advances) {
      if (advances.length === 0) return;
      const groups = [...Map.groupBy(advances, likeness).values()];
      const updates = groups.flatMap(([one, ...alike]) =>
        one ? [{ updateMany: advanceOf(one, [one, ...alike]) }] : [],
      );
      // One call for all of them. One that was switched meanwhile, or is being switched, is left out and looked at by itself.
      const { matchedCount } = await ask(({ catalogue }) => catalogue.bulkWrite(updates, { ordered: false }));
      if (matchedCount < advances.length) await allEnded(advances.map(advanceOne));
    },
    async advance(_id, build, to) {
      const update = advanced(build, to);
      const existing = { _id, [`builds.${build}`]: { $exists: true } };
      const { matchedCount } = await ask(({ catalogue }) => catalogue.updateOne(existing, update));
      if (matchedCount !== 1) throw new TypeError(`there is no build ${build} of ${_id}`);
    },
  };
}

const afterwards = { returnDocument: "after" } as const;

/** Those with the same text differ in their projection only, so that one update moves them all: each costs the server a transaction. */
const likeness = ({ placed: { build, switches }, to, partitions }: Advance): string =>
  JSON.stringify([build, switches, String(to.position), to.eventId, partitions]);

/** Matches each only while its build is active and no switch is in progress. */
const advanceOf = ({ placed: { build: running, switches }, to, partitions }: Advance, alike: readonly Advance[]) => ({
  filter: { _id: { $in: alike.map(({ projection }) => projection) }, running, switches, switching: null },
  update: advanced(running, to, partitions),
});

export const runningOf = (projection: StoredProjection | null) =>
  projection?.running ? placed(projection, projection.running) : null;

/**
 * The numbers of the builds that are to be continued or removed, newest first. Not a first build of carried over documents: another process
 * may be copying it.
 */
export const unfinishedIn = (projection: StoredProjection | null): number[] =>
  Object.entries(projection?.builds ?? {})
    .filter(([build, { wasRead }]) => !wasRead && Number(build) !== projection?.running)
    .filter(([, { isCarriedOver }]) => !isCarriedOver || projection?.running !== null)
    .map(([build]) => Number(build))
    .sort((one, other) => other - one);

/** Null when there is no such build. */
export function placed(projection: StoredProjection | null, build: number): Placed | null {
  const stored = projection?.builds[build];
  return projection && stored ? { ...stored, build, switches: projection.switches } : null;
}

function emptyBuild(collection: string, wasRead: boolean): StoredBuild {
  const now = Date.now();
  const progress = { started: now, told: now, done: 0n, total: 0n, perSecond: 0 };
  return { collection, wasRead, since: now, checkpoint: 0n, eventId: null, progress };
}

const duplicateKey = 11000;
function unlessThereIsOne(error: unknown): false {
  if (error instanceof Error && "code" in error && error.code === duplicateKey) return false;
  throw error;
}
