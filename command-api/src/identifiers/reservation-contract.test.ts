/** @module-tag random */
import { newFolderLogs } from "@attestory/event-store/testing/folder-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { reservationContract } from "../testing/reservation.contract.ts";

reservationContract("identifier reservations on the embedded log", newFolderLogs(temporaryFolder()));
