import { markClean } from "@attestory/event-store/sqlite/compaction.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { BuildSwitched, type Changes, type Checkpoint, type ReadStoreWriter } from "../read-store.ts";
import { type SqliteCatalogue, sqliteCatalogue } from "./build-catalogue.ts";
import { type SqliteBuildDocuments, sqliteBuildDocuments } from "./build-documents.ts";
import { buildFile, openBuild, openCatalogue, removeBuild } from "./files.ts";
import { whenFree } from "./in-one-transaction.ts";
import { type NumberedBuild, passedEvents } from "./passed-events.ts";

interface Bound extends NumberedBuild {
  file: SqliteBuildDocuments;
  /** The checkpoint in the file. Null once documents were loaded or written: this writer, or another one, may have moved it since. */
  own: Checkpoint | null;
}

/**
 * Writes the active builds: one transaction for each projection's part of a batch and its checkpoint, and one for the checkpoints of all
 * projections that the batch does not change. For one thread, beside readers.
 */
export function openSqliteReadStoreWriter(file: string): ReadStoreWriter {
  const database = openCatalogue(file);
  const catalogue = sqliteCatalogue(database);
  const passed = passedEvents(database);
  const bounds = new Map<string, Bound>();

  const bind = (projection: string): Bound => {
    const build = catalogue.running(projection) ?? firstBuild(catalogue, file, projection);
    const known = bounds.get(projection);
    if (known?.build === build) return known;
    // Opened before the previous one is closed: if opening fails, the next call tries again.
    const opened = sqliteBuildDocuments(openBuild(buildFile(file, projection, build)));
    const bound = { projection, build, file: opened, own: null };
    bounds.set(projection, bound);
    known?.file.close();
    return bound;
  };
  const bound = (name: string): Bound => {
    const known = bounds.get(name) ?? bind(name);
    if (catalogue.running(name) !== known.build) throw new BuildSwitched(`another build of ${name} is read`);
    return known;
  };
  const checkpointOf = (of: Bound): Checkpoint => passed.checkpointOf(of, of.file.checkpoint());

  const writePart = (to: Bound, part: Changes): void => {
    if (part.documents.size > 0) {
      to.own = null;
      to.file.write(part);
    } else {
      tracepoint("batch folded", () => to.projection);
      to.own ??= to.file.checkpoint();
      passed.pass(to, to.own, part.checkpoint);
      tracepoint("documents written", () => to.projection);
    }
  };

  return {
    partitions: 1,
    async load({ name }, keys) {
      const from = bound(name);
      from.own = null;
      return from.file.load(keys);
    },
    async write(changes) {
      // A build of a new projection is added in a transaction of its own.
      for (const { collection } of changes) if (!bounds.has(collection.name)) bind(collection.name);
      // No switch can happen meanwhile, so that no reader finds a build that is behind the published progress.
      await whenFree(database, () => {
        const parts = changes.map((part) => ({ part, to: bound(part.collection.name) }));
        for (const { part, to } of parts) writePart(to, part);
      });
      for (const { collection, documents } of changes) {
        if (documents.size === 0) tracepoint("documents kept", () => collection.name);
      }
    },
    checkpoint: async (name) => checkpointOf(bind(name)).position,
    parked: async (name, limit = 100) => (bounds.get(name) ?? bind(name)).file.parked(limit),
    async checkpoints() {
      const running = catalogue.list().filter(({ state }) => state === "running");
      const names = new Set(running.map(({ projection }) => projection));
      // The disk gets the room of a dropped projection's file only when it is open nowhere.
      for (const [name, { file: dropped }] of bounds) {
        if (names.has(name)) continue;
        bounds.delete(name);
        dropped.close();
      }
      return running.map(({ projection }) => ({ projection, ...checkpointOf(bind(projection)) }));
    },
    async compact(projections, when) {
      for (const name of projections) compactBuild(bounds.get(name) ?? bind(name), when);
    },
    catalogue: file,
    async close() {
      for (const one of bounds.values()) one.file.close();
      database.close();
    },
  };
}

function compactBuild({ projection, file: { compaction } }: Bound, when: "due" | "now"): void {
  if (when === "due" && !compaction.isDue()) return;
  try {
    compaction.compact();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Error(`${projection} not compacted, will retry: ${reason}`, { cause });
  }
}

function firstBuild(catalogue: SqliteCatalogue, file: string, name: string): number {
  return catalogue.alone(() => {
    const running = catalogue.running(name);
    if (running !== null) return running;
    const build = catalogue.add(name, "running");
    // The file may be left from a deleted catalogue.
    const path = buildFile(file, name, build);
    removeBuild(path);
    const created = openBuild(path);
    markClean(created);
    created.close();
    return build;
  });
}
