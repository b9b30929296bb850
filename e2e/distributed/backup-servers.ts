import type { GenerationRecord } from "@attestory/event-store/generations/generation-record.ts";
import { openGenerationRecord } from "@attestory/event-store/generations/open-generation-record.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { storedBytes } from "@attestory/event-store/log/stored-bytes.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { openStores, type Stores } from "@attestory/event-store/open-stores.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { openBuilds, type ReadStoreLocation } from "@attestory/projections/store/open-read-store.ts";

/** The settings of a process on servers. */
export type Servers = Record<"EVENT_LOG" | "VAULT" | "READ_STORE" | "MASTER_KEY", string>;

/** That of a scratch service. */
const key = Buffer.alloc(32, "scratch");
export const MASTER_KEY = key.toString("base64");

const onFault = (error: Error) => {
  throw error;
};

export async function generationsOf({ VAULT: url }: Pick<Servers, "VAULT">): Promise<GenerationRecord> {
  const record = await openGenerationRecord({ url });
  try {
    return await record.read();
  } finally {
    await record.close();
  }
}

/** The stores of the active generation on servers. */
export const openOn = ({ EVENT_LOG: eventLog, VAULT: vault, MASTER_KEY: given }: Servers): Promise<Stores> =>
  openStores({
    eventLog,
    vault,
    masterKeys: [Buffer.from(given, "base64")],
    reportError: (_, error) => onFault(error as Error),
  });

export const openIn = (dataDir: string, generation: number): Promise<Stores> =>
  openLocalStores({ dataDir, generation, masterKeys: [key], writes: false, onFault });

/** The position of the newest event of a generation on servers. */
export async function headOf({ EVENT_LOG: url }: Servers, generation: number): Promise<bigint> {
  const log = await openEventLog({ url, generation, writes: false, onFault });
  try {
    return await log.head();
  } finally {
    await log.close();
  }
}

/** All events and keys. Closes the stores. */
export async function contentOf({ log, backupSource, close }: Stores) {
  const events = (await log.readStored(0n, 10_000)).map((event) => storedBytes(event));
  const entries = await backupSource.vault.entries(null, 10_000);
  await close();
  return { events, keys: entries.map(({ name, key }) => [name, Buffer.from(key).toString("base64")]) };
}

/** How many documents each projection has. */
export async function documentCounts(location: ReadStoreLocation): Promise<Record<string, number>> {
  const builds = await openBuilds(location);
  const counts: Record<string, number> = {};
  const running = (await builds.list()).filter(({ state }) => state === "running");
  for (const projection of allProjections) {
    const build = running.find((one) => one.projection === projection.name)?.build ?? 0;
    const opened = await builds.open(projection, build);
    counts[projection.name] = await opened.count();
    await opened.close();
  }
  await builds.close();
  return counts;
}
