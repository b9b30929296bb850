import { eachAtMost } from "@attestory/runtime/each-at-most.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import {
  BuildSwitched,
  type Changes,
  type Collection,
  type ProjectionCheckpoint,
  type ReadStoreWriter,
} from "../read-store.ts";
import { allEnded } from "./all-ended.ts";
import { type Advance, mongoCatalogue, type Placed, placed, runningOf } from "./build-catalogue.ts";
import { type MongoBuildDocuments, mongoBuildDocuments } from "./build-documents.ts";
import { aheadIn, lowestOf, partitions } from "./checkpoints.ts";
import { type MongoReadStoreOptions, openMongoReadModels, patience } from "./collections.ts";

/** The server works on one while the others are sent, and on several if it has the cores. */
const writesAtOnce = 8;

interface Bound extends MongoBuildDocuments {
  placed: Placed;
  /** The indexes that have been created. */
  indexed: Collection["indexes"] | null;
}

/** Writes the active builds: first the documents, each by itself; then the checkpoints of the builds that are still active. */
export async function openMongoReadStoreWriter(options: MongoReadStoreOptions): Promise<ReadStoreWriter> {
  const models = await openMongoReadModels(options, patience.writing);
  const catalogue = mongoCatalogue(models, options.generation);
  const bounds = new Map<string, Bound>();

  const bind = async (name: string): Promise<Bound> => {
    const running = await catalogue.runningOrFirst(name);
    const known = bounds.get(name);
    if (known && isSame(known.placed, running)) return { ...known, placed: running };
    const bound = { ...mongoBuildDocuments(models, running.collection), placed: running, indexed: null };
    bounds.set(name, bound);
    return bound;
  };
  const boundTo = async (name: string) => bounds.get(name) ?? (await bind(name));

  const prepare = async ({ collection, documents, newKeys, checkpoint, partitions }: Changes) => {
    tracepoint("batch folded", () => collection.name);
    const bound = await boundTo(collection.name);
    if (bound.indexed !== collection.indexes) await bound.index(collection);
    bound.indexed = collection.indexes;
    const advance: Advance = { projection: collection.name, placed: bound.placed, to: checkpoint, partitions };
    return { advance, writes: bound.writes(collection, documents, newKeys) };
  };

  /** A write to a build that was dropped before creates its collection again, with personal data: removes that collection. */
  const removeIfGone = async ({ projection, placed: { build, collection } }: Advance) => {
    if (!placed(await catalogue.find(projection), build)) await models.ask(({ remove }) => remove(collection));
  };

  return {
    partitions,
    async load({ name }, keys) {
      const bound = await boundTo(name);
      const [running, found] = await Promise.all([catalogue.running(name), bound.load(keys)]);
      if (running && isSame(running, bound.placed)) return found;
      throw new BuildSwitched(`another build of ${name} is read`);
    },
    async write(changes) {
      const prepared = await allEnded(changes.map(prepare));
      const writes = prepared.flatMap((each) => each.writes);
      await eachAtMost(writesAtOnce, writes, (write) => write());
      const advances = prepared.map(({ advance }) => advance);
      await catalogue.advanceRunning(advances).catch(async (error) => {
        if (error instanceof BuildSwitched) await allEnded(advances.map(removeIfGone));
        throw error;
      });
      for (const { projection } of advances) tracepoint("documents kept", () => projection);
    },
    checkpoint: async (name, those) => lowestOf((await bind(name)).placed, those),
    parked: async (name, limit = 100) => (await boundTo(name)).parked(limit),
    async checkpoints() {
      const all = await catalogue.all();
      return all.flatMap((projection) => {
        const running = runningOf(projection);
        return running ? [checkpointOf(projection._id, running)] : [];
      });
    },
    catalogue: `${options.generation}.catalogue in ${models.place}`,
    close: () => models.close(),
  };
}

function checkpointOf(projection: string, running: Placed): ProjectionCheckpoint {
  const ahead = aheadIn(running);
  return { projection, position: lowestOf(running), eventId: running.eventId, ...(ahead.length > 0 && { ahead }) };
}

const isSame = (one: Placed, other: Placed) => one.build === other.build && one.switches === other.switches;
