import { LRUCache } from "lru-cache";
import type { Collection, ReadStore } from "./read-store.ts";

/** The keys of changed documents, by projection; "all" if they are too many to name or any document may have changed. */
export type Changed = readonly [name: string, keys: readonly string[]][] | "all";

type Cache = LRUCache<string, object>;

export interface CachingReadStore extends ReadStore {
  /** Must be called for every write, before the progress of the projections is published. */
  forget(changed: Changed): void;
}

/** Of documents that are read one by one. */
const mostDocuments = 5000;
/**
 * Of documents that are read together: the totals, and the active users of a day, a week and a month, are 256 each. A page of users reads
 * the last sign-ins of 200 at most.
 */
const mostTogether = 1400;

/**
 * Caches documents read by key until they are written again: every request reads the signed-in user, which rarely changes.
 * Only for a store whose every write is reported to `forget`.
 */
export function cachingReadStore(store: ReadStore): CachingReadStore {
  const documents: Cache = new LRUCache({ max: mostDocuments });
  // Apart, so that one call which reads many leaves the others where they are.
  const together: Cache = new LRUCache({ max: mostTogether });
  let forgotten = 0;

  return {
    ...store,
    async get<Document extends object>(from: Collection<Document>, key: string) {
      // The casts are safe, here and below: only documents of this collection are cached under its name.
      const known = documents.get(place(from.name, key)) as Document | undefined;
      if (known) return known;
      const before = forgotten;
      const document = await store.get(from, key);
      // Not cached if a write was reported during the read: the document may be outdated. So below.
      if (document && forgotten === before) documents.set(place(from.name, key), document);
      return document;
    },
    async getMany<Document extends object>(from: Collection<Document>, keys: readonly string[]) {
      const found = new Map<string, Document>();
      const unknown: string[] = [];
      for (const key of keys) {
        const known = together.get(place(from.name, key)) as Document | undefined;
        if (known) found.set(key, known);
        else unknown.push(key);
      }
      if (unknown.length === 0) return found;
      const before = forgotten;
      const read = await store.getMany(from, unknown);
      for (const [key, document] of read) {
        found.set(key, document);
        if (forgotten === before) together.set(place(from.name, key), document);
      }
      return found;
    },
    forget(changed) {
      forgotten++;
      for (const cache of [documents, together]) forgetIn(cache, changed);
    },
  };
}

const place = (name: string, key: string) => `${name}/${key}`;

function forgetIn(cache: Cache, changed: Changed): void {
  if (changed === "all") cache.clear();
  else for (const [name, keys] of changed) for (const key of keys) cache.delete(place(name, key));
}
