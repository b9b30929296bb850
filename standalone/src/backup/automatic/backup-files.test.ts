import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";
import { backupName, removeOldest } from "./backup-files.ts";
import { folderTarget } from "./folder-target.ts";

const on = (day: number, isEncrypted = false) => backupName(new Date(Date.UTC(2026, 0, day, 2, 30)), isEncrypted);

it("RE-48 removes the oldest of its own files, and never the one that was just proven", async () => {
  const dir = temporaryFolder();
  const others = ["attestory-2026-01-01.sql", "attestory-20260101T023000Z.sql.failed", "zebra.sql"];
  // The clock was ahead when the last two were written.
  const own = [on(1), on(2), on(3, true), on(4), on(20), on(21)];
  for (const name of [...own, ...others]) writeFileSync(join(dir, name), "");
  await removeOldest(folderTarget(dir), { keep: 4, proven: on(2) });
  expect(readdirSync(dir)).toEqual([...others, on(2), on(4), on(20), on(21)].toSorted());
  expect(on(3, true)).toBe("attestory-20260103T023000Z.sql.age");
});
