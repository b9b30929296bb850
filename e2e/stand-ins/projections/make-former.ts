import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { formerSessions } from "./raised-sessions.ts";

const tables = ["builds", "passed", "carried_over", "numbers"];

/**
 * Leaves the active documents of the sessions under the name of a former version, and no others of theirs. No process may use the folder.
 * `change`: what SQL makes of them.
 */
export function makeFormer(dataDir: string, change = ""): void {
  const fileOf = (projection: string) => join(dataDir, `read-models-1.${projection}.${build}.sqlite`);
  const database = new DatabaseSync(join(dataDir, "read-models-1.sqlite"));
  const running = database.prepare(
    "SELECT projection, build FROM builds WHERE state = 'running' AND projection IN (?, ?)",
  );
  const all = running.all(sessions.name, formerSessions);
  const [found] = all.toSorted((one) => (one.projection === sessions.name ? -1 : 1));
  if (!found) throw new Error("the sessions have no documents");
  const [active, build] = [String(found.projection), Number(found.build)];
  const file = fileOf(active);
  const documents = new DatabaseSync(file);
  documents.exec(`${change}; PRAGMA wal_checkpoint(TRUNCATE)`);
  documents.close();
  const kept = join(dataDir, "former");
  renameSync(file, kept);
  for (const name of readdirSync(dataDir)) if (name.includes(".sessions@")) rmSync(join(dataDir, name));
  renameSync(kept, fileOf(formerSessions));
  for (const table of tables) {
    const others = table === "numbers" ? "" : `OR build <> ${build}`;
    database.exec(`DELETE FROM ${table} WHERE projection LIKE 'sessions@%' AND (projection <> '${active}' ${others})`);
    database.exec(`UPDATE ${table} SET projection = '${formerSessions}' WHERE projection = '${active}'`);
  }
  database.exec(`DELETE FROM carried_over WHERE projection = '${formerSessions}'`);
  database.close();
}
