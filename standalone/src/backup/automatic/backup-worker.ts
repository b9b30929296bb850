import { parentPort, workerData } from "node:worker_threads";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { giveWay } from "@attestory/runtime/give-way.ts";
import type { BackupRequest, ThreadMessage } from "./backup-messages.ts";
import { openBackupTarget } from "./open-backup-target.ts";
import { takeAndProve } from "./take-and-prove.ts";

/** The thread that takes and proves one backup. A failure of the log or the vault ends it; the parent gets it as the `error` event. */
const onFault = (error: Error) => {
  throw error;
};

giveWay();
const { dataDir, generation, masterKeys, place, ...request } = workerData as BackupRequest;
const stores = await openLocalStores({ dataDir, generation, masterKeys, writes: false, onFault });
const target = await openBackupTarget(place);
const report = (message: ThreadMessage) => parentPort?.postMessage(message);
const { backupSource: source, log } = stores;
await takeAndProve({ ...request, target, source, log }, report);
await stores.close();
