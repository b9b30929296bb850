import type { DatabaseSync } from "node:sqlite";
import { type Build, type BuildInProgress, type Builds, type OpenBuild, previousDropped } from "../builds.ts";
import { type Checkpoint, type Collection, noCheckpoint } from "../read-store.ts";
import { sqliteCatalogue } from "./build-catalogue.ts";
import { keptOf, sqliteBuildDocuments } from "./build-documents.ts";
import { type BuildFiles, buildFilesHere, type UnfinishedFile } from "./build-files.ts";
import { rowsOf } from "./build-rows.ts";
import { sqliteCarryOver, sqliteDropAll } from "./carry-over.ts";
import { buildFile, openBuild, openCatalogue, removeBuild } from "./files.ts";
import { passedEvents } from "./passed-events.ts";

/** Opens the builds of one catalogue. `files` writes those that are not finished. */
export function openSqliteBuilds(file: string, files: BuildFiles = buildFilesHere): Builds {
  const database = openCatalogue(file);
  const catalogue = sqliteCatalogue(database);
  const passed = passedEvents(database);

  /** Removes the file first: a file that the catalogue does not name would never be found and removed. */
  const drop = async (projection: string, build: number) => {
    if (catalogue.running(projection) === build) throw new TypeError(`build ${build} of ${projection} is read`);
    removeBuild(buildFile(file, projection, build));
    catalogue.remove(projection, build);
  };

  const reachedBy = (projection: string, build: number) =>
    passed.checkpointOf({ projection, build }, ownCheckpoint(buildFile(file, projection, build))).position;

  return {
    list: async () => catalogue.list(),
    drop,
    carryOver: sqliteCarryOver({ file, catalogue, passed, drop }),
    dropAll: sqliteDropAll({ catalogue, drop }),
    async begin(collection) {
      const { name } = collection;
      // Another process may be about to carry documents over.
      const isFirst = catalogue.running(name) === null;
      for (const { projection, build, state, isCarriedOver } of catalogue.list()) {
        if (projection === name && state === "building" && !(isCarriedOver && isFirst)) await drop(projection, build);
      }
      const build = catalogue.alone(() => catalogue.add(name, "building"));
      const path = buildFile(file, name, build);
      removeBuild(path);
      const unsealed = await files.create({ path, ...formOf(collection) }).catch(async (error: unknown) => {
        // On a full disk, nothing is left of a build that could not be begun.
        await drop(name, build).catch(() => undefined);
        throw error;
      });
      const remove = async () => {
        // What cannot be closed is removed all the same.
        await unsealed.close().catch(() => undefined);
        await drop(name, build);
      };
      return {
        ...filled(unsealed, collection),
        build,
        from: 0n,
        // What a killed process has written need not be on disk.
        isContinuable: false,
        saveProgress: (progress) => catalogue.saveProgress(name, build, progress),
        leave: remove,
        drop: remove,
      };
    },
    open: async ({ name }, build) => followed(openBuild(buildFile(file, name, build))),
    async switchTo({ name }, build, caughtUp) {
      database.exec("BEGIN IMMEDIATE");
      try {
        const before = catalogue.running(name);
        const previous = await caughtUp(before === null ? 0n : reachedBy(name, before));
        if (before !== null) catalogue.place(name, before, stateAfterSwitch(previous));
        catalogue.place(name, build, "running");
        database.exec("COMMIT");
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
    giveWay: () => files.giveWay(),
    async close() {
      await files.close();
      database.close();
    },
  };
}

/** The state of the previous build after a switch. */
const stateAfterSwitch = (previous: unknown): Build["state"] => (previous === previousDropped ? "building" : "kept");

const formOf = ({ name, indexes, personal }: Collection) => ({
  name,
  isIndexed: Object.keys(indexes).length > 0,
  isPersonal: personal === "opened",
});

/** What fills a build with documents. */
function filled(file: UnfinishedFile, collection: Collection): Pick<BuildInProgress, "load" | "write" | "seal"> {
  let checkpoint = noCheckpoint;
  return {
    async load(_, keys) {
      const found = await file.load(keys);
      return new Map(found.map(([key, ...stored]) => [key, keptOf(stored)]));
    },
    async write(changes) {
      for (const { documents, checkpoint: reached } of changes) {
        if (documents.size > 0) await file.write(rowsOf(collection, documents));
        if (reached.position > checkpoint.position) checkpoint = reached;
      }
    },
    seal: () => file.finish(checkpoint),
  };
}

function ownCheckpoint(file: string): Checkpoint {
  const build = sqliteBuildDocuments(openBuild(file));
  try {
    return build.checkpoint();
  } finally {
    build.close();
  }
}

function followed(database: DatabaseSync): OpenBuild {
  const build = sqliteBuildDocuments(database);
  const count = database.prepare("SELECT count(*) AS count FROM documents WHERE document IS NOT NULL");
  const countParked = database.prepare("SELECT count(*) AS count FROM documents WHERE parked IS NOT NULL");
  const page = database.prepare("SELECT key, position, document FROM documents WHERE key > ? ORDER BY key LIMIT ?");
  return {
    load: async (_: Collection, keys) => build.load(keys),
    async write(changes) {
      for (const change of changes) build.write(change);
    },
    checkpoint: async () => build.checkpoint().position,
    parked: async (_, limit = 100) => build.parked(limit),
    count: async () => count.get()?.count as number,
    countParked: async () => countParked.get()?.count as number,
    page: async (after, limit) =>
      new Map(
        page
          .all(after, limit)
          .map(({ key, position, document }) => [
            key as string,
            { position: BigInt(position as number), text: document as string | null },
          ]),
      ),
    close: async () => build.close(),
  };
}
