import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { expect, it, onTestFinished } from "vitest";
import { openBackups } from "./open-backups.ts";

it("RE-45 a start removes what a killed process was proving, also if it takes no backups any more", async () => {
  const service = await openScratchService();
  onTestFinished(() => service.close());
  const work = join(service.dataDir, "backup-proof");
  mkdirSync(work);
  writeFileSync(join(work, "vault.sqlite"), "keys");
  const backups = await openBackups({
    ...service,
    masterKeys: null,
    settings: null,
    now: () => new Date(),
    reportError: () => {},
  });
  expect(existsSync(work)).toBe(false);
  expect(backups.fault()).toBeNull();
});
