import type { Filter } from "mongodb";
import {
  type Collection,
  DocumentParked,
  type Listed,
  type Listing,
  type ReadStore,
  ReadStoreUnavailable,
} from "../read-store.ts";
import { mongoCatalogue, type Placed, runningOf } from "./build-catalogue.ts";
import { entryFields } from "./build-documents.ts";
import {
  type MongoReadModels,
  type MongoReadStoreOptions,
  openMongoReadModels,
  patience,
  type StoredDocument,
} from "./collections.ts";
import { joinedReads, type Wanted } from "./joined-reads.ts";

/** Reads the documents of the active builds from MongoDB. */
export async function openMongoReadStore(options: MongoReadStoreOptions): Promise<ReadStore> {
  const models = await openMongoReadModels(options, patience.reading);
  const fromRunning = runningReader(models, options.generation);
  const findMany = <Document extends object>({ name }: Collection<Document>, keys: readonly string[]) =>
    fromRunning(name, { filter: { _id: { $in: [...keys] } }, limit: keys.length });

  return {
    async get<Document extends object>(from: Collection<Document>, key: string) {
      const [stored] = await findMany(from, [key]);
      return stored ? documentOf<Document>(from.name, stored) : null;
    },
    async getMany<Document extends object>(from: Collection<Document>, keys: readonly string[]) {
      const found = new Map<string, Document>();
      if (keys.length === 0) return found;
      for (const stored of await findMany(from, keys)) {
        const document = documentOf<Document>(from.name, stored);
        if (document) found.set(stored._id, document);
      }
      return found;
    },
    async list<Document extends object>(from: Collection<Document>, asked: Listing) {
      const { index, limit } = asked;
      if (!from.indexes[index]) throw new TypeError(`${from.name} has no index ${index}`);
      const found = await fromRunning(from.name, { filter: listed(asked), sort: asked, limit });
      return found.map(
        (stored): Listed<Document> => ({
          key: stored._id,
          order: stored.entries[index]?.order ?? "",
          document: documentOf<Document>(from.name, stored) as Document,
        }),
      );
    },
    close: () => models.close(),
  };
}

/**
 * Reads from the active build with one command: it reads the documents of the build that was active last time, and then which build is
 * active. If that is another one, reads again. The answer thus holds all progress published before the read. If a newer release has
 * dropped what was read before, there is no answer: nothing found would be a wrong one.
 */
function runningReader(models: Pick<MongoReadModels, "ask">, generation: number) {
  const { running } = mongoCatalogue(models, generation);
  const read = joinedReads(models);
  const seen = new Map<string, Placed>();

  return async (name: string, wanted: Wanted): Promise<StoredDocument[]> => {
    let known = seen.get(name) ?? (await running(name));
    while (known) {
      const { found, projection } = await read({ projection: name, collection: known.collection, wanted });
      const now = runningOf(projection);
      if (!now) throw new ReadStoreUnavailable(`${name} was dropped`);
      seen.set(name, now);
      if (now.build === known.build && now.switches === known.switches) return found;
      known = now;
    }
    return [];
  };
}

function listed({ index, value, direction, after }: Listing): Filter<StoredDocument> {
  const fields = entryFields(index);
  const filter = { [fields.value]: value };
  if (!after) return filter;
  const beyond = direction === "ascending" ? "$gt" : "$lt";
  return {
    ...filter,
    // Implied by `$or`, but lets the index scan start at this place.
    [fields.order]: { [`${beyond}e`]: after.order },
    $or: [{ [fields.order]: { [beyond]: after.order } }, { [fields.order]: after.order, _id: { [beyond]: after.key } }],
  };
}

function documentOf<Document>(name: string, { _id, document, parked }: StoredDocument): Document | null {
  if (parked) throw new DocumentParked(`${_id} of ${name} is parked: ${parked.reason}`);
  return document as Document | null;
}
