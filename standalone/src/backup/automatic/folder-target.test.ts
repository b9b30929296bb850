import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { folderTarget } from "./folder-target.ts";
import { backupTargetContract } from "./testing/backup-target.contract.ts";

const folder = temporaryFolder();

backupTargetContract("a folder", async () => folderTarget(mkdtempSync(join(folder, "to-"))));
