import { newFolderLogs } from "@attestory/event-store/testing/folder-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { liveSessionsContract } from "../testing/live-sessions.contract.ts";

liveSessionsContract("the most sessions of one user, on the embedded log", newFolderLogs(temporaryFolder()));
