import type { Filter } from "mongodb";
import {
  type Collection,
  DocumentParked,
  type Listed,
  type Listing,
  type ReadStore,
  ReadStoreUnavailable,
} from "../read-store.ts";
import { type MongoCatalogue, mongoCatalogue, type Placed } from "./build-catalogue.ts";
import { entryFields } from "./build-documents.ts";
import { type MongoReadStoreOptions, openMongoReadModels, patience, type StoredDocument } from "./collections.ts";

/** Reads the documents of the active builds from MongoDB. */
export async function openMongoReadStore(options: MongoReadStoreOptions): Promise<ReadStore> {
  const models = await openMongoReadModels(options, patience.reading);
  const fromRunning = runningReader(mongoCatalogue(models, options.generation));

  const findMany = async <Document extends object>({ name }: Collection<Document>, keys: readonly string[]) => {
    const _id = { $in: [...keys] };
    const find = (collection: string) =>
      models.ask(({ documents }, signal) =>
        documents(collection)
          .find({ _id }, { batchSize: keys.length + 1, signal })
          .toArray(),
      );
    return (await fromRunning(name, find)) ?? [];
  };

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
      const direction = asked.direction === "ascending" ? 1 : -1;
      const sort = { [entryFields(index).order]: direction, _id: direction } as const;
      const find = (collection: string) =>
        models.ask(({ documents }, signal) =>
          documents(collection).find(listed(asked), { sort, limit, signal }).toArray(),
        );
      const found = (await fromRunning(from.name, find)) ?? [];
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
 * Reads from the active build in one round trip: queries the build that was active last time and, in parallel, checks that it still is.
 * If not, it reads again. The answer thus holds all progress published before the read. If a newer release has dropped what was read
 * before, there is no answer: nothing found would be a wrong one.
 */
function runningReader({ running }: Pick<MongoCatalogue, "running">) {
  const seen = new Map<string, Placed>();
  const look = async (name: string): Promise<Placed | null> => {
    const now = await running(name);
    if (now) seen.set(name, now);
    else if (seen.has(name)) throw new ReadStoreUnavailable(`${name} was dropped`);
    return now;
  };
  return async <Found>(name: string, find: (collection: string) => Promise<Found>): Promise<Found | null> => {
    let known = seen.get(name) ?? (await look(name));
    while (known) {
      const [now, found]: [Placed | null, Found] = await Promise.all([look(name), find(known.collection)]);
      if (now?.build === known.build && now.switches === known.switches) return found;
      known = now;
    }
    return null;
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
