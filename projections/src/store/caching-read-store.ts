import { LRUCache } from "lru-cache";
import type { Collection, ReadStore } from "./read-store.ts";

/** The keys of changed documents, by projection; "all" if they are too many to name or any document may have changed. */
export type Changed = readonly [name: string, keys: readonly string[]][] | "all";

export interface CachingReadStore extends ReadStore {
  /** Must be called for every write, before the progress of the projections is published. */
  forget(changed: Changed): void;
}

const mostDocuments = 5000;

/**
 * Caches documents read by key until they are written again: every request reads the signed-in user, which rarely changes.
 * Only for a store whose every write is reported to `forget`.
 */
export function cachingReadStore(store: ReadStore): CachingReadStore {
  const documents = new LRUCache<string, object>({ max: mostDocuments });
  let forgotten = 0;
  const place = (name: string, key: string) => `${name}/${key}`;

  /** Not cached if a write was reported since `before`: the documents may be outdated. */
  const cache = (name: string, found: Iterable<readonly [key: string, document: object]>, before: number) => {
    if (forgotten === before) for (const [key, document] of found) documents.set(place(name, key), document);
  };

  return {
    ...store,
    async get<Document extends object>(from: Collection<Document>, key: string) {
      // The casts are safe, here and below: only documents of this collection are cached under its name.
      const known = documents.get(place(from.name, key)) as Document | undefined;
      if (known) return known;
      const before = forgotten;
      const document = await store.get(from, key);
      if (document) cache(from.name, [[key, document]], before);
      return document;
    },
    async getMany<Document extends object>(from: Collection<Document>, keys: readonly string[]) {
      const found = new Map<string, Document>();
      const unknown: string[] = [];
      for (const key of keys) {
        const known = documents.get(place(from.name, key)) as Document | undefined;
        if (known) found.set(key, known);
        else unknown.push(key);
      }
      if (unknown.length === 0) return found;
      const before = forgotten;
      const read = await store.getMany(from, unknown);
      cache(from.name, read, before);
      for (const [key, document] of read) found.set(key, document);
      return found;
    },
    forget(changed) {
      forgotten++;
      if (changed === "all") documents.clear();
      else for (const [name, keys] of changed) for (const key of keys) documents.delete(place(name, key));
    },
  };
}
