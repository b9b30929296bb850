import { randomUUID } from "node:crypto";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { makeRoom } from "@attestory/runtime/make-room.ts";
import { openBuilds, openLeases, type ReadStoreLocation } from "../../store/open-read-store.ts";
import type { CommandParts } from "./rebuild-command.ts";

/** What a rebuild needs, on either stack. `mostHeld`: how many documents stay in memory. `close` closes the stores too. */
export async function openRebuildParts(
  { log, sealing, close }: Pick<Stores, "log" | "sealing" | "close">,
  location: ReadStoreLocation,
  mostHeld?: number,
): Promise<CommandParts & { close(): Promise<void> }> {
  const [builds, leases] = [await openBuilds(location, { inThread: "if-room" }), await openLeases(location)];
  return {
    log,
    sealing,
    builds,
    leases,
    holder: randomUUID(),
    mostHeld,
    makeRoom: makeRoom(),
    async close() {
      await Promise.all([builds.close(), leases.close(), close()]);
    },
  };
}
