import type { Changed } from "./caching-read-store.ts";
import { BuildSwitched, type ReadStoreWriter } from "./read-store.ts";

/** More than this are not worth naming one by one. */
const mostNamed = 500;

/**
 * A writer that tells which documents each write has changed, once they are written and before the write is answered; and that all of
 * them may have, before anybody hears that another build is read.
 */
export function announcingWriter(store: ReadStoreWriter, tell: (changed: Changed) => void): ReadStoreWriter {
  const noticing = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof BuildSwitched) tell("all");
      throw error;
    }
  };
  return {
    ...store,
    load: (from, keys) => noticing(store.load(from, keys)),
    async write(changes) {
      await noticing(store.write(changes));
      const named = changes.reduce((sum, { documents }) => sum + documents.size, 0);
      if (named === 0) return;
      tell(
        named > mostNamed
          ? "all"
          : changes.map(({ collection, documents }) => [collection.name, [...documents.keys()]]),
      );
    },
  };
}
