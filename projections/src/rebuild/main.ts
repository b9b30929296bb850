import { randomUUID } from "node:crypto";
import { openStores } from "@attestory/event-store/open-stores.ts";
import { mongoAddress, storeContradictions, storeVariables } from "@attestory/event-store/store-variables.ts";
import { fail } from "@attestory/http/routing/fail.ts";
import { readEnvironment } from "@attestory/http/server/server-variables.ts";
import { z } from "zod";
import { openBuilds, openLeases } from "../store/open-read-store.ts";
import { runRebuildCommand } from "./rebuild-command.ts";

/** The only generation until a backup is imported. */
const generation = 1;

/** `node projections/src/rebuild/main.ts [projection] [--roll-back]`: `attestory rebuild`, on servers. Waits for unavailable servers. */
await runRebuildCommand({ args: process.argv.slice(2), open, fail });

async function open() {
  const read = readEnvironment(
    process.env,
    z.object({ ...storeVariables, READ_STORE: mongoAddress }),
    storeContradictions,
  );
  if ("faults" in read) return fail(78, read.faults.join("; "));
  const { EVENT_LOG: eventLog, VAULT: vault, MASTER_KEY: masterKey, READ_STORE: url } = read.parsed;
  const reportError = (message: string, error: unknown) => {
    process.stderr.write(`attestory: ${message}: ${error instanceof Error ? error.message : String(error)}\n`);
  };
  const onWaiting = (error: unknown) => reportError("server unavailable, waiting for it", error);
  const facts = await openStores({ eventLog, vault, masterKey, generation, reportError });
  const location = { url, generation, onWaiting };
  const [builds, leases] = [await openBuilds(location), await openLeases(location)];
  return {
    ...{ log: facts.log, sealing: facts.sealing, builds, leases, holder: randomUUID() },
    async close() {
      await Promise.all([builds.close(), leases.close(), facts.close()]);
    },
  };
}
