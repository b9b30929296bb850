import { whenFree } from "../in-one-transaction.ts";
import { BuildSwitched, type ReadStoreWriter } from "../read-store.ts";
import { type SqliteBuild, sqliteBuild } from "./build.ts";
import { type SqliteCatalogue, sqliteCatalogue } from "./catalogue.ts";
import { buildFile, openBuild, openCatalogue, removeBuild } from "./read-models.ts";

interface Bound extends SqliteBuild {
  build: number;
}

/** Writes the active builds: one transaction for each projection's part of a batch and its checkpoint. For one thread, beside readers. */
export function openSqliteReadStoreWriter(file: string): ReadStoreWriter {
  const database = openCatalogue(file);
  const catalogue = sqliteCatalogue(database);
  const bounds = new Map<string, Bound>();

  const bind = (name: string): Bound => {
    const build = catalogue.running(name) ?? firstBuild(catalogue, file, name);
    const known = bounds.get(name);
    if (known?.build === build) return known;
    // Opened before the previous one is closed: if opening fails, the next call tries again.
    const bound = { ...sqliteBuild(openBuild(buildFile(file, name, build))), build };
    bounds.set(name, bound);
    known?.close();
    return bound;
  };
  const bound = (name: string): Bound => {
    const known = bounds.get(name) ?? bind(name);
    if (catalogue.running(name) !== known.build) throw new BuildSwitched(`another build of ${name} is read`);
    return known;
  };

  return {
    load: async ({ name }, keys) => bound(name).load(keys),
    async write(changes) {
      for (const { collection } of changes) bound(collection.name);
      // No switch can happen meanwhile, so that no reader finds a build that is behind the published progress.
      await whenFree(database, () => {
        for (const change of changes) bound(change.collection.name).write(change);
      });
    },
    checkpoint: async (name) => bind(name).checkpoint().position,
    parked: async (name, limit = 100) => (bounds.get(name) ?? bind(name)).parked(limit),
    async checkpoints() {
      const running = catalogue.list().filter(({ state }) => state === "running");
      return running.map(({ projection }) => ({ projection, ...bind(projection).checkpoint() }));
    },
    catalogue: file,
    async close() {
      for (const one of bounds.values()) one.close();
      database.close();
    },
  };
}

function firstBuild(catalogue: SqliteCatalogue, file: string, name: string): number {
  return catalogue.alone(() => {
    const running = catalogue.running(name);
    if (running !== null) return running;
    const build = catalogue.add(name, "running");
    // The file may be left from a deleted catalogue.
    const path = buildFile(file, name, build);
    removeBuild(path);
    openBuild(path).close();
    return build;
  });
}
