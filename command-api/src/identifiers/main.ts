import { generation } from "@attestory/event-store/generation-on-servers.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { eventStoreAddress } from "@attestory/event-store/store-variables.ts";
import { fail } from "@attestory/http/routing/fail.ts";
import { readEnvironment } from "@attestory/http/server/server-variables.ts";
import { z } from "zod";
import { runReservationsCommand } from "./reservations-command.ts";

/** `node command-api/src/identifiers/main.ts`: `attestory reservations`, on servers. Does not wait for an unavailable server. */
await runReservationsCommand({ args: process.argv.slice(2), open, fail });

async function open() {
  const read = readEnvironment(process.env, z.object({ EVENT_LOG: eventStoreAddress }), () => []);
  if ("faults" in read) return fail(78, read.faults.join("; "));
  return openEventLog({
    url: read.parsed.EVENT_LOG,
    generation,
    writes: false,
    onFault: (error) => fail(1, error.message),
  });
}
