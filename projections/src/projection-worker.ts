import { randomUUID } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { openEventLog } from "@attestory/events/log/open-event-log.ts";
import { openKeyring } from "@attestory/events/vault/keyring.ts";
import { masterKey } from "@attestory/events/vault/master-key.ts";
import { openVault } from "@attestory/events/vault/open-vault.ts";
import { createSealing } from "@attestory/events/vault/sealing.ts";
import { allProjections } from "./all-projections.ts";
import type { Standing } from "./follower/follower.ts";
import { Freshness } from "./follower/freshness.ts";
import { followLeased, type LeasedFollowerParts } from "./follower/leased-follower.ts";
import { startingGroups } from "./follower/starting-groups.ts";
import { sinceBoot } from "./progress.ts";
import { type ProjectionMessage, type ProjectionWorkerData, stopMessage } from "./projection-messages.ts";
import { buildsWatch } from "./store/builds-watch.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "./store/open-read-store.ts";
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
  const location = { dataDir, generation };
  const writer = await openReadStoreWriter(location);
  const leases = await openLeases(location);
  const builds = await openBuilds(location);
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
  /** Those that another process folds now: whatever is remembered of their documents may be old. */
  const standingBy = new Set(allProjections);
  const lookAtOthers = async () => {
    for (const { name } of standingBy) {
      const position = await store.checkpoint(name);
      if (position === freshness.positions.get(name)) continue;
      tell({ kind: "changed", changed: "all" });
      freshness.folded(name, position);
    }
  };
  const watch = buildsWatch(builds);
  const beat = async () => {
    const at = sinceBoot();
    const head = await log.head();
    if (await watch.hasSwitched()) for (const follower of followers) follower.restart();
    await lookAtOthers();
    freshness.sighted(at, head);
    report();
  };
  const parts: LeasedFollowerParts = {
    ...{ log, sealing, store, leases, holder: randomUUID() },
    onStart(from) {
      for (const [projection, position] of from) {
        standingBy.delete(projection);
        freshness.folded(projection.name, position);
      }
      tell({ kind: "started", projections: [...from.keys()].map(({ name }) => name) });
      tell({ kind: "changed", changed: "all" });
      void tellParked().catch(trouble);
    },
    onEnd: (projections) => {
      for (const projection of projections) standingBy.add(projection);
    },
    onProgress: (positions) => {
      for (const [name, position] of positions) freshness.folded(name, position);
      report();
    },
    onFault: (fault) => tell({ kind: "fault", fault }),
    onParked: () => void tellParked().catch(trouble),
    onTrouble: trouble,
  };

  tell({ kind: "ready" });
  const followers = startingGroups(standing).map((group) => followLeased([...group.keys()], parts, stop.signal));
  await beat();
  const heartbeat = setInterval(() => beat().catch(trouble), heartbeatMs);
  await Promise.all([stopped, ...followers.map(({ ended }) => ended)]);
  clearInterval(heartbeat);
  await Promise.all([log.close(), vault.close(), store.close(), leases.close(), builds.close()]);
  port.close();
}

await run(workerData as ProjectionWorkerData);
