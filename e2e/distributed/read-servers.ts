import { openStores } from "@attestory/event-store/open-stores.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import type { Builds } from "@attestory/projections/store/builds.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import type { Stored, StoredDocuments } from "../invariants/stored.ts";

const generation = 1;

/** Reads everything stored on the servers. @throws DamagedEvent, UnreadableEvent or DamagedSeal */
export async function readServers(settings: Record<string, string>): Promise<Stored> {
  const { EVENT_LOG: eventLog = "", VAULT: vault = "", READ_STORE: url = "", MASTER_KEY = "" } = settings;
  const masterKeys = [Buffer.from(MASTER_KEY, "base64")];
  const facts = await openStores({ eventLog, vault, masterKeys, generation, reportError: () => {} });
  const builds = await openBuilds({ url, generation });
  try {
    const sealed = await facts.log.readAll(0n, Number.MAX_SAFE_INTEGER);
    const events = await facts.sealing.decrypt(sealed);
    const kept = new Map<string, StoredDocuments>();
    for (const projection of allProjections) kept.set(projection.name, await documentsOf(builds, projection));
    const none: StoredDocuments = { checkpoint: 0n, documents: new Map(), parked: [] };
    const documentsIn = (name: string) => kept.get(name) ?? none;
    return { generation, events, sealed, keyring: facts.keyring, documentsOf: documentsIn };
  } finally {
    await Promise.all([facts.close(), builds.close()]);
  }
}

async function documentsOf(builds: Builds, projection: Projection): Promise<StoredDocuments> {
  const all = await builds.list();
  const running = all.find((one) => one.projection === projection.name && one.state === "running");
  if (!running) return { checkpoint: 0n, documents: new Map(), parked: [] };
  const build = await builds.open(projection, running.build);
  try {
    const page = await build.page("", 100_000);
    const entries = [...page].map(([key, { position, text }]) => {
      return [key, { position, document: text === null ? null : JSON.parse(text) }] as const;
    });
    const parked = (await build.parked(projection.name, 100)).map(({ key }) => key);
    return { checkpoint: await build.checkpoint(projection.name), documents: new Map(entries), parked };
  } finally {
    await build.close();
  }
}
