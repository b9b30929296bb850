import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { compactionOf } from "./compaction.ts";

const folder = temporaryFolder();
let files = 0;

/** A file that was just compacted, on a clock that goes `tookMs` further each time it is read meanwhile. */
function compacted(tookMs: number) {
  const file = join(folder, `${++files}.sqlite`);
  const database = new DatabaseSync(file, { timeout: 10 });
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE texts (text TEXT)");
  let [clock, step] = [0, tookMs];
  const compaction = compactionOf(database, () => {
    clock += step;
    return clock;
  });
  expect(compaction.isNeeded()).toBe(true);
  compaction.compact();
  step = 0;
  const remove = (end: "COMMIT" | "ROLLBACK") => {
    database.exec("BEGIN");
    compaction.noteRemoval();
    database.exec(end);
  };
  const wait = (ms: number) => {
    clock += ms;
  };
  return { file, database, compaction, remove, wait };
}

it("is needed after a removal that was committed", () => {
  const { compaction, remove } = compacted(0);
  expect(compaction.isNeeded()).toBe(false);
  remove("ROLLBACK");
  expect(compaction.isNeeded()).toBe(false);
  remove("COMMIT");
  expect(compaction.isNeeded()).toBe(true);
});

it.each([
  [5, 18_000],
  [1000, 3_600_000],
  [100_000, 24 * 3_600_000],
])("that took %i ms is followed by another one after %i ms at the earliest", (tookMs, pauseMs) => {
  const { compaction, remove, wait } = compacted(tookMs);
  remove("COMMIT");
  expect(compaction.pauseMs()).toBe(pauseMs);
  wait(pauseMs - 1);
  expect(compaction.isDue()).toBe(false);
  wait(1);
  expect(compaction.isDue()).toBe(true);
});

it("stays needed when a reader keeps the old pages", () => {
  const { file, database, compaction, remove } = compacted(0);
  database.exec("INSERT INTO texts VALUES ('x')");
  remove("COMMIT");
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec("BEGIN; SELECT * FROM texts");
  expect(() => compaction.compact()).toThrow("a reader still keeps what was removed on the disk");
  expect(compaction.isNeeded()).toBe(true);
  reader.exec("COMMIT");
  compaction.compact();
  expect(compaction.isNeeded()).toBe(false);
  reader.close();
});
