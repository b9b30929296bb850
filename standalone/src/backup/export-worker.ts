import { parentPort, workerData } from "node:worker_threads";
import { writeBackup } from "@attestory/event-store/backup/write-backup.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { giveWay } from "@attestory/runtime/give-way.ts";
import { type ExportThreadData, piecesAhead } from "./export-messages.ts";

/** The thread of an export. It sends each piece, then null, and gets a message for each piece that is wanted after the first few. */
const { dataDir, generation, masterKeys, options } = workerData as ExportThreadData;
giveWay();
const onFault = (error: Error) => {
  throw error;
};
let ahead = 0;
let goOn = () => {};
parentPort?.on("message", () => {
  ahead--;
  goOn();
});

const stores = await openLocalStores({ dataDir, generation, masterKeys, writes: false, onFault });
for await (const piece of writeBackup(stores.backupSource, options)) {
  parentPort?.postMessage(piece);
  ahead++;
  if (ahead < piecesAhead) continue;
  await new Promise<void>((resolve) => {
    goOn = resolve;
  });
}
await stores.close();
parentPort?.postMessage(null);
