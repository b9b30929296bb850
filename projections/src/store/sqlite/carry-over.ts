import { copyDatabase } from "@attestory/event-store/sqlite/open-database.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { Builds } from "../builds.ts";
import type { SqliteCatalogue } from "./build-catalogue.ts";
import { buildFile, makeDurable, removeBuild } from "./files.ts";
import type { NumberedBuild, PassedEvents } from "./passed-events.ts";

export interface SqliteBuilds {
  /** Of the catalogue. */
  file: string;
  catalogue: SqliteCatalogue;
  passed: PassedEvents;
  drop: Builds["drop"];
}

/** Does not wait for the file's writer, which does not wait either. */
async function copyFile(from: string, to: string): Promise<void> {
  removeBuild(to);
  await copyDatabase(from, to);
  await makeDurable(to);
}

export function sqliteCarryOver({ file, catalogue, passed, drop }: SqliteBuilds): Builds["carryOver"] {
  /** The last events may have changed no document, and be recorded in the catalogue alone. */
  const activate = (name: string, build: number, former: NumberedBuild): boolean =>
    catalogue.alone(() => {
      if (catalogue.running(name) !== null) return false;
      passed.passLike({ projection: name, build }, former);
      catalogue.place(name, build, "running");
      return true;
    });

  const dropUnfinished = async (name: string) => {
    for (const { projection, build, state, isCarriedOver } of catalogue.list()) {
      if (projection === name && state === "building" && isCarriedOver) await drop(name, build);
    }
  };
  const add = (name: string): number =>
    catalogue.alone(() => {
      const build = catalogue.add(name, "building");
      catalogue.markCarriedOver(name, build);
      return build;
    });

  return async ({ name }, former) => {
    const from = catalogue.running(former);
    if (from === null || catalogue.running(name) !== null) return false;
    await dropUnfinished(name);
    const build = add(name);
    tracepoint("build begun", () => name);
    let isActive = false;
    try {
      await copyFile(buildFile(file, former, from), buildFile(file, name, build));
      tracepoint("build sealed", () => name);
      isActive = activate(name, build, { projection: former, build: from });
      return isActive;
    } finally {
      if (!isActive) await drop(name, build);
    }
  };
}

/** Makes the active build one that was active before: killed after that, the next call removes the rest. */
export const sqliteDropAll =
  ({ catalogue, drop }: Pick<SqliteBuilds, "catalogue" | "drop">): Builds["dropAll"] =>
  async (name) => {
    const running = catalogue.running(name);
    if (running !== null) catalogue.place(name, running, "kept");
    for (const { projection, build } of catalogue.list()) if (projection === name) await drop(name, build);
  };
