/** @module-tag random */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { reservationContract } from "../testing/reservation.contract.ts";

const folder = temporaryFolder();

reservationContract("identifier reservations on the embedded log", () =>
  openEventLog({
    dataDir: mkdtempSync(join(folder, "log-")),
    generation: 1,
    writes: true,
    onFault: (error) => {
      throw error;
    },
  }),
);
