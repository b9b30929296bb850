/** @module-tag random */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openEventLog } from "@attestory/events/log/open-event-log.ts";
import { temporaryFolder } from "@attestory/events/testing/temporary-folder.ts";
import { claimContract } from "./claim-contract.ts";

const folder = temporaryFolder();

claimContract("addresses and names on the embedded log", () =>
  openEventLog({
    dataDir: mkdtempSync(join(folder, "log-")),
    generation: 1,
    writes: true,
    onFault: (error) => {
      throw error;
    },
  }),
);
