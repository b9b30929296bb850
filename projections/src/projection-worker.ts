import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import { openProjections } from "./open-projections.ts";
import type { ProjectionWorkerData } from "./projection-messages.ts";

/** The thread of the embedded projections: reads the log, writes the documents, reports progress to the parent. */

/** A failure of the log or the vault ends the thread; the parent gets it as the worker's `error` event. */
const onFault = (error: Error) => {
  throw error;
};

async function run({ dataDir, generation, masterKey: key, holder, times }: ProjectionWorkerData): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("runs as a worker thread only");
  const location = { dataDir, generation };
  const log = await openEventLog({ ...location, writes: false, onFault });
  const vault = await openVault({ dataDir, writes: false, onFault });
  const sealing = createSealing(await openKeyring(vault, masterKey(Buffer.from(key)), log));
  const projections = await openProjections({ log, sealing, location, holder, times }, (message) =>
    port.postMessage(message),
  );
  // The parent sends one message only, `stopMessage`; it waits in the port until it is listened for.
  await Promise.race([once(port, "message"), projections.ended]);
  await projections.close();
  await Promise.all([log.close(), vault.close()]);
  port.close();
}

await run(workerData as ProjectionWorkerData);
