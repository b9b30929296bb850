import { parentPort, workerData } from "node:worker_threads";
import { openEventLog } from "@attestory/events/log/open-event-log.ts";
import { openKeyring } from "@attestory/events/vault/keyring.ts";
import { masterKey } from "@attestory/events/vault/master-key.ts";
import { openVault } from "@attestory/events/vault/open-vault.ts";
import { createSealing } from "@attestory/events/vault/sealing.ts";
import { allProjections } from "./all-projections.ts";
import { type FollowerParts, follow, type Standing } from "./follower/follower.ts";
import { Freshness } from "./follower/freshness.ts";
import { startingGroups } from "./follower/starting-groups.ts";
import { sinceBoot } from "./progress.ts";
import { type ProjectionMessage, type ProjectionWorkerData, stopMessage } from "./projection-messages.ts";
import { openReadStoreWriter } from "./store/open-read-store.ts";
import { tellingWriter } from "./store/telling-writer.ts";

/** The thread of the embedded projections: reads the log, writes the documents, tells the parent how far it is. */

const heartbeatMs = 250;

/** A failure here is none of ours alone: it ends the thread, and the parent hears of it. */
const onFault = (error: Error) => {
  throw error;
};

async function run({ dataDir, generation, masterKey: key }: ProjectionWorkerData): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("runs as a worker thread only");
  const stop = new AbortController();
  const stopped = new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
  port.on("message", (message) => message === stopMessage && stop.abort());
  const tell = (message: ProjectionMessage) => port.postMessage(message);

  const log = await openEventLog({ dataDir, generation, writes: false, onFault });
  const vault = await openVault({ dataDir, writes: false, onFault });
  const sealing = createSealing(await openKeyring(vault, masterKey(Buffer.from(key)), log));
  const writer = await openReadStoreWriter({ dataDir, generation });
  const store = tellingWriter(writer, (changed) => tell({ kind: "changed", changed }));
  await store.assertNotAhead(await log.head());
  const standing: Standing = new Map();
  for (const projection of allProjections) standing.set(projection, await store.checkpoint(projection.name));

  const freshness = new Freshness([...standing].map(([{ name }, position]) => [name, position]));
  const report = () => {
    const { positions, asOf } = freshness;
    tell({ kind: "progress", report: { positions, asOf } });
  };
  const trouble = (error: unknown) => tell({ kind: "trouble", reason: String(error) });
  const tellParked = async () => {
    const faults = allProjections.map(async ({ name }) =>
      (await store.parked(name)).map((document) => ({ projection: name, ...document })),
    );
    tell({ kind: "parked", documents: (await Promise.all(faults)).flat() });
  };
  const beat = async () => {
    const at = sinceBoot();
    freshness.sighted(at, await log.head());
    report();
  };
  const parts: FollowerParts = {
    ...{ log, sealing, store },
    onProgress: (positions) => {
      for (const [name, position] of positions) freshness.folded(name, position);
      report();
    },
    onFault: (fault) => tell({ kind: "fault", fault }),
    onParked: () => void tellParked().catch(trouble),
    onTrouble: trouble,
  };

  tell({ kind: "ready" });
  await tellParked();
  await beat();
  const heartbeat = setInterval(() => beat().catch(trouble), heartbeatMs);
  await Promise.all([stopped, ...startingGroups(standing).map((group) => follow(group, parts, stop.signal))]);
  clearInterval(heartbeat);
  await Promise.all([log.close(), vault.close(), store.close()]);
  port.close();
}

await run(workerData as ProjectionWorkerData);
