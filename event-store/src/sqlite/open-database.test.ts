import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openEventLog } from "../log/open-event-log.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openVault } from "../vault/open-vault.ts";
import { DatabaseFault, openDatabase } from "./open-database.ts";

const folder = temporaryFolder();
const onFault = (error: Error) => {
  throw error;
};

it("names the file that cannot be opened or is no database", () => {
  const text = join(folder, "text.sqlite");
  writeFileSync(text, "this is not a database".repeat(500));
  const subfolder = join(folder, "folder.sqlite");
  mkdirSync(subfolder);
  for (const file of [text, subfolder, join(folder, "nowhere", "a.sqlite")]) {
    expect(() => openDatabase(file)).toThrow(DatabaseFault);
    expect(() => openDatabase(file)).toThrow(`${file} cannot be used: `);
  }
});

it("opens an empty file, as an interrupted first start leaves it", () => {
  const file = join(folder, "empty.sqlite");
  writeFileSync(file, "");
  openDatabase(file).close();
});

it("reports the same error through the writer thread", async () => {
  const location = { dataDir: folder, generation: 1, writes: true, onFault };
  for (const [name, open] of [
    ["events-1.sqlite", openEventLog],
    ["vault.sqlite", openVault],
  ] as const) {
    writeFileSync(join(folder, name), "this is not a database".repeat(500));
    await expect(open(location)).rejects.toMatchObject({
      name: "DatabaseFault",
      message: `${join(folder, name)} cannot be used: file is not a database`,
    });
  }
});
