import { LRUCache } from "lru-cache";
import type { Collection, ReadStore } from "./read-store.ts";

/** Documents that were written since, by projection; or all of them, when they were too many to name. */
export type Changed = readonly [name: string, keys: readonly string[]][] | "all";

export interface CachingReadStore extends ReadStore {
  /** To be told of every write, before anybody hears how far the projections are. */
  forget(changed: Changed): void;
}

const mostDocuments = 5000;

/**
 * Keeps documents at hand that were read by their key, until they are written again: who is signed in is asked by every request
 * and changes seldom. Only for a store whose every write is told here.
 */
export function cachingReadStore(store: ReadStore): CachingReadStore {
  const documents = new LRUCache<string, object>({ max: mostDocuments });
  let forgotten = 0;
  const place = (name: string, key: string) => `${name}/${key}`;

  return {
    ...store,
    async get<Document extends object>(from: Collection<Document>, key: string) {
      const at = place(from.name, key);
      // What stands at this place came from this collection.
      const known = documents.get(at) as Document | undefined;
      if (known) return known;
      const before = forgotten;
      const document = await store.get(from, key);
      // Written while it was read: whether it is the new one is not known.
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
