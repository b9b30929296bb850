import { setTimeout as wait } from "node:timers/promises";
import { activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openReadStore, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readSettingsOfLog } from "./read-command-settings.ts";

/** A service that runs applies new events well within this time. */
const patienceMs = 2000;
const againMs = 50;

/**
 * Opens the read models for a list. Warns if they lack newer events: only the service applies them, and it may not run.
 */
export async function openReadModels(environment: NodeJS.ProcessEnv, names: readonly string[]): Promise<ReadStore> {
  const { dataDir } = readSettingsOfLog(environment);
  const location = { dataDir, generation: activeGeneration(dataDir) };
  const log = await openEventLog({ ...location, writes: false, onFault: (error) => fail(1, error.message) });
  const head = await log.head().finally(() => log.close());
  const reached = await reach(location, names, head);
  if (reached === "not-built") fail(1, "the read models are not built yet: start the service, which builds them");
  if (reached === "behind") {
    process.stderr.write(
      "attestory: warning: the newest changes are not in this list yet: the service adds them when it runs\n",
    );
  }
  return openReadStore(location);
}

async function reach(location: { dataDir: string; generation: number }, names: readonly string[], head: bigint) {
  const writer = await openReadStoreWriter(location);
  try {
    const until = performance.now() + patienceMs;
    for (;;) {
      const reached = new Map((await writer.checkpoints()).map(({ projection, position }) => [projection, position]));
      if (names.every((name) => (reached.get(name) ?? 0n) >= head)) return "reached";
      if (performance.now() > until) return names.every((name) => reached.get(name)) ? "behind" : "not-built";
      await wait(againMs);
    }
  } finally {
    await writer.close();
  }
}
