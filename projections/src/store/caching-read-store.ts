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

  return {
    ...store,
    async get<Document extends object>(from: Collection<Document>, key: string) {
      const at = place(from.name, key);
      // The cast is safe: only documents of this collection are cached under its name.
      const known = documents.get(at) as Document | undefined;
      if (known) return known;
      const before = forgotten;
      const document = await store.get(from, key);
      // Not cached if a write was reported during the read: the document may be outdated.
      if (document && forgotten === before) documents.set(at, document);
      return document;
    },
    forget(changed) {
      forgotten++;
      if (changed === "all") documents.clear();
      else for (const [name, keys] of changed) for (const key of keys) documents.delete(place(name, key));
    },
  };
}
