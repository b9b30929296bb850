/** @module-tag embedded/one-process */
import { newFolderLogs } from "@attestory/event-store/testing/folder-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { signedOutElsewhereContract } from "./signed-out-elsewhere.contract.ts";

signedOutElsewhereContract(
  "commands of a process that has not seen a sign-out, on the log in SQLite",
  newFolderLogs(temporaryFolder()),
);
