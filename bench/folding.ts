import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEventStore } from "@attestory/e2e/stand-ins/event-store-process.ts";
import { startMongoServer } from "@attestory/e2e/stand-ins/mongo-server.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openStores } from "@attestory/event-store/open-stores.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing, type Sealing } from "@attestory/event-store/vault/sealing.ts";
import { ReportedProgress } from "@attestory/projections/follower/progress.ts";
import { runProjections } from "@attestory/projections/follower/run-projections.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import {
  openBuilds,
  openLeases,
  openReadStoreWriter,
  type ReadStoreLocation,
} from "@attestory/projections/store/open-read-store.ts";
import { fillLog } from "./rebuild-log.ts";

const generation = 1;
/** Few enough for a test server that writes a few hundred documents per second. */
const events = 4000;
const longestMs = 300_000;
const trouble = (error: unknown) => {
  throw error;
};

/** Events per second that the follower projects into SQLite, from a log that already contains all of them. */
export async function foldEmbedded(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const log = await openEventLog({ dataDir, generation, writes: true, onFault: trouble });
  const vault = await openVault({ dataDir, generation: 1, writes: true, onFault: trouble });
  const sealing = createSealing(await openKeyring(vault, masterKey(randomBytes(32)), log));
  const perSecond = await folded({ log, sealing }, { dataDir, generation });
  await Promise.all([log.close(), vault.close()]);
  rmSync(dataDir, { recursive: true });
  return perSecond;
}

/** The same from the event store into MongoDB, both started as in the tests. */
export async function foldDistributed(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const eventStore = await startEventStore(join(folder, "events.sqlite"));
  const mongo = await startMongoServer();
  const facts = await openStores({
    eventLog: eventStore.url,
    vault: mongo.database(),
    masterKeys: [randomBytes(32)],
    generation,
    reportError: (_, error) => trouble(error),
  });
  const perSecond = await folded(facts, { url: mongo.database(), generation });
  await facts.close();
  await Promise.all([eventStore.kill(), mongo.close()]);
  rmSync(folder, { recursive: true });
  return perSecond;
}

async function folded(facts: { log: EventLog; sealing: Sealing }, location: ReadStoreLocation): Promise<number> {
  await fillLog(facts, { mix: "realistic", count: events, together: 50 });
  const head = await facts.log.head();
  const store = await openReadStoreWriter(location);
  const [leases, builds] = [await openLeases(location), await openBuilds(location)];
  const progress = new ReportedProgress();
  const stop = new AbortController();
  const began = performance.now();
  const running = runProjections(
    { ...facts, store, leases, builds },
    (message) => message.kind === "progress" && progress.update(message.report),
    stop.signal,
  );
  const names = allProjections.map(({ name }) => name);
  if (!(await progress.waitForPosition(names, head, longestMs)))
    throw new Error("the projections did not come to the head");
  const seconds = (performance.now() - began) / 1000;
  stop.abort();
  await running;
  await Promise.all([store.close(), leases.close(), builds.close()]);
  return events / seconds;
}
