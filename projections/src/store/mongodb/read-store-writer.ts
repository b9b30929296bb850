import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { BuildSwitched, type Changes, type Collection, type ReadStoreWriter } from "../read-store.ts";
import { allEnded } from "./all-ended.ts";
import { type Advance, mongoCatalogue, type Placed, placed } from "./build-catalogue.ts";
import { type MongoBuildDocuments, mongoBuildDocuments } from "./build-documents.ts";
import { type MongoReadStoreOptions, openMongoReadModels, patience } from "./collections.ts";

interface Bound extends MongoBuildDocuments {
  placed: Placed;
  /** The collection whose indexes have been created. */
  indexed: Collection | null;
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

  const writeDocuments = async ({ collection, documents, checkpoint }: Changes): Promise<Advance> => {
    tracepoint("batch folded", () => collection.name);
    const bound = await boundTo(collection.name);
    if (bound.indexed !== collection) await bound.index(collection);
    bound.indexed = collection;
    await bound.write(collection, documents);
    return { projection: collection.name, placed: bound.placed, to: checkpoint };
  };

  /** A write to a build that was dropped before creates its collection again, with personal data: removes that collection. */
  const removeIfGone = async ({ projection, placed: { build, collection } }: Advance) => {
    if (!placed(await catalogue.find(projection), build)) await models.ask(({ remove }) => remove(collection));
  };

  return {
    async load({ name }, keys) {
      const bound = await boundTo(name);
      const [running, found] = await Promise.all([catalogue.running(name), bound.load(keys)]);
      if (running && isSame(running, bound.placed)) return found;
      throw new BuildSwitched(`another build of ${name} is read`);
    },
    async write(changes) {
      const advances = await allEnded(changes.map(writeDocuments));
      await catalogue.advanceRunning(advances).catch(async (error) => {
        if (error instanceof BuildSwitched) await allEnded(advances.map(removeIfGone));
        throw error;
      });
      for (const { projection } of advances) tracepoint("documents kept", () => projection);
    },
    checkpoint: async (name) => (await bind(name)).placed.checkpoint,
    parked: async (name, limit = 100) => (await boundTo(name)).parked(limit),
    async checkpoints() {
      const all = await catalogue.all();
      return all.flatMap((projection) => {
        const running = projection.running === null ? null : placed(projection, projection.running);
        return running ? [{ projection: projection._id, position: running.checkpoint, eventId: running.eventId }] : [];
      });
    },
    catalogue: `${options.generation}.catalogue in ${models.place}`,
    close: () => models.close(),
  };
}

const isSame = (one: Placed, other: Placed) => one.build === other.build && one.switches === other.switches;
