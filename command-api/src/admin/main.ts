import { openStores } from "@attestory/event-store/open-stores.ts";
import { storeContradictions, storeSettings, storeVariables } from "@attestory/event-store/store-variables.ts";
import { readEnvironment } from "@attestory/http/settings/read-environment.ts";
import { serverVariables } from "@attestory/http/settings/server-variables.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { z } from "zod";
import { adminCommandNames, runAdminCommand } from "./run-admin-command.ts";

/**
 * `node command-api/src/admin/main.ts admin-link`, `grant-admin EMAIL`, `rescue EMAIL` and `rotate-signing-keys`: the commands of
 * `attestory`, on servers. Does not wait for an unavailable server.
 */
const [given, ...args] = process.argv.slice(2);
const name = adminCommandNames.find((one) => one === given);
if (name) await runAdminCommand({ name, args, open, fail });
else fail(64, `there are ${adminCommandNames.join(", ")}`);

async function open() {
  const { PORT, PUBLIC_URL } = serverVariables;
  const schema = z.object({ ...storeVariables, PORT, PUBLIC_URL });
  const read = readEnvironment(process.env, schema, storeContradictions);
  if ("faults" in read) return fail(78, read.faults.join("; "));
  const stores = await openStores({
    ...storeSettings(read.parsed),
    reportError: (message, error) => fail(1, `${message}: ${error instanceof Error ? error.message : String(error)}`),
  });
  return { ...stores, publicUrl: read.parsed.PUBLIC_URL ?? `http://localhost:${read.parsed.PORT}` };
}
