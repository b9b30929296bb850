import { openStores, waitingReporter } from "@attestory/event-store/open-stores.ts";
import {
  mongoAddress,
  storeContradictions,
  storeSettings,
  storeVariables,
} from "@attestory/event-store/store-variables.ts";
import { readEnvironment } from "@attestory/http/settings/read-environment.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { mostlyGiveWay } from "@attestory/runtime/give-way.ts";
import { z } from "zod";
import { buildVariables } from "../build-variables.ts";
import { openRebuildParts } from "./command/open-rebuild-parts.ts";
import { runRebuildCommand } from "./command/rebuild-command.ts";

/** `node projections/src/rebuild/main.ts [projection] [--roll-back]`: `attestory rebuild`, on servers. Waits for unavailable servers. */
mostlyGiveWay();
await runRebuildCommand({ args: process.argv.slice(2), open, fail });

async function open() {
  const read = readEnvironment(
    process.env,
    z.object({ ...storeVariables, ...buildVariables, READ_STORE: mongoAddress }),
    storeContradictions,
  );
  if ("faults" in read) return fail(78, read.faults.join("; "));
  const reportError = (message: string, error: unknown) => {
    process.stderr.write(`attestory: ${message}: ${error instanceof Error ? error.message : String(error)}\n`);
  };
  const stores = await openStores({ ...storeSettings(read.parsed), reportError });
  const { generation } = stores.log;
  const location = { url: read.parsed.READ_STORE, generation, onWaiting: waitingReporter(reportError) };
  return openRebuildParts(stores, location, read.parsed.BUILD_DOCUMENTS);
}
