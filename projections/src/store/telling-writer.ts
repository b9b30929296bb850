import type { ReadStoreWriter } from "./read-store.ts";
import type { Changed } from "./remembering-read-store.ts";

/** More than this are not worth naming one by one. */
const mostNamed = 500;

/** A writer that tells which documents each write has changed, once they are written and before the write is answered. */
export const tellingWriter = (store: ReadStoreWriter, tell: (changed: Changed) => void): ReadStoreWriter => ({
  ...store,
  async write(changes) {
    await store.write(changes);
    const named = changes.reduce((sum, { documents }) => sum + documents.size, 0);
    if (named === 0) return;
    tell(
      named > mostNamed ? "all" : changes.map(({ collection, documents }) => [collection.name, [...documents.keys()]]),
    );
  },
});
