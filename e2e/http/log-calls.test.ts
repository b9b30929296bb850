/** @module-tag embedded/one-process */
import { newFolderLogs } from "@attestory/event-store/testing/folder-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { logCallsContract } from "./log-calls.contract.ts";

logCallsContract("the calls of commands, on the log in SQLite", newFolderLogs(temporaryFolder()));
