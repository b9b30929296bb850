import type { Changed } from "./caching-read-store.ts";
import { BuildSwitched, type ReadStoreWriter } from "./read-store.ts";

/** If a write changes more documents, "all" is reported instead of their keys. */
const mostNamed = 500;

/**
 * A writer that reports which documents each write has changed, after they are written and before the write resolves. It reports "all"
 * when another build is active, before the caller gets BuildSwitched.
 */
export function announcingWriter(store: ReadStoreWriter, announce: (changed: Changed) => void): ReadStoreWriter {
  const noticing = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof BuildSwitched) announce("all");
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
      announce(
        named > mostNamed
          ? "all"
          : changes.map(({ collection, documents }) => [collection.name, [...documents.keys()]]),
      );
    },
  };
}
