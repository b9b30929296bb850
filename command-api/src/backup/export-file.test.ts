import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { expect, it } from "vitest";
import { exportFile, unfinishedName } from "./export-file.ts";

it.skipIf(process.platform !== "linux")("RE-54 an export leaves nothing behind when the disk is full", async () => {
  const service = await openScratchService();
  const folder = temporaryFolder();
  const file = join(folder, "backup.sql");
  // Every write to this file fails as on a full disk.
  symlinkSync("/dev/full", unfinishedName(file));
  const source = { ...service, masterKey: masterKey(service.masterKey) };
  await expect(exportFile(file, source, { now: new Date() })).rejects.toMatchObject({ code: "ENOSPC" });
  expect(readdirSync(folder)).toEqual([]);
  await service.close();
});
