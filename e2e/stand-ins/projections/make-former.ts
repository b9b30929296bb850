import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { activeBuild } from "@attestory/projections/store/sqlite/build-catalogue.ts";
import { buildFile, catalogueFile } from "@attestory/projections/store/sqlite/files.ts";
import { formerSessions } from "./raised-sessions.ts";

const tables = ["builds", "passed", "carried_over", "numbers"];

/**
 * Leaves the active documents of the sessions under the name of a former version, and no others of theirs. No process may use the folder.
 * `change`: what SQL makes of them.
 */
export function makeFormer(dataDir: string, change = ""): void {
  const catalogue = catalogueFile(dataDir, 1);
  const database = new DatabaseSync(catalogue);
  const running = activeBuild(database);
  const active = [sessions.name, formerSessions].find((name) => running(name) !== null);
  if (!active) throw new Error("the sessions have no documents");
  const build = running(active) as number;
  const file = buildFile(catalogue, active, build);
  const documents = new DatabaseSync(file);
  documents.exec(`${change}; PRAGMA wal_checkpoint(TRUNCATE)`);
  documents.close();
  const kept = join(dataDir, "former");
  renameSync(file, kept);
  for (const name of readdirSync(dataDir)) if (name.includes(".sessions@")) rmSync(join(dataDir, name));
  renameSync(kept, buildFile(catalogue, formerSessions, build));
  for (const table of tables) {
    const others = table === "numbers" ? "" : `OR build <> ${build}`;
    database.exec(`DELETE FROM ${table} WHERE projection LIKE 'sessions@%' AND (projection <> '${active}' ${others})`);
    database.exec(`UPDATE ${table} SET projection = '${formerSessions}' WHERE projection = '${active}'`);
  }
  database.exec(`DELETE FROM carried_over WHERE projection = '${formerSessions}'`);
  database.close();
}
