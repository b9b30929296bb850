import { parentPort, workerData } from "node:worker_threads";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import { type ProjectionMessage, type ProjectionWorkerData, stopMessage } from "./projection-messages.ts";
import { runProjections } from "./run-projections.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "./store/open-read-store.ts";

/** The thread of the embedded projections: reads the log, writes the documents, reports progress to the parent. */

/** A failure of the log or the vault ends the thread; the parent gets it as the worker's `error` event. */
const onFault = (error: Error) => {
  throw error;
};

async function run({ dataDir, generation, masterKey: key, holder, times }: ProjectionWorkerData): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("runs as a worker thread only");
  const stop = new AbortController();
  port.on("message", (message) => message === stopMessage && stop.abort());

  const location = { dataDir, generation };
  const log = await openEventLog({ ...location, writes: false, onFault });
  const vault = await openVault({ dataDir, writes: false, onFault });
  const sealing = createSealing(await openKeyring(vault, masterKey(Buffer.from(key)), log));
  const store = await openReadStoreWriter(location);
  const leases = await openLeases(location);
  const builds = await openBuilds(location);
  const tell = (message: ProjectionMessage) => port.postMessage(message);
  await runProjections({ log, sealing, store, leases, builds, holder, times }, tell, stop.signal);
  await Promise.all([log.close(), vault.close(), store.close(), leases.close(), builds.close()]);
  port.close();
}

await run(workerData as ProjectionWorkerData);
