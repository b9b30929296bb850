import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { liveSessionsContract } from "../testing/live-sessions.contract.ts";

const folder = temporaryFolder();

liveSessionsContract("the most sessions of one user, on the embedded log", () =>
  openEventLog({
    dataDir: mkdtempSync(join(folder, "log-")),
    generation: 1,
    writes: true,
    onFault: (error) => {
      throw error;
    },
  }),
);
