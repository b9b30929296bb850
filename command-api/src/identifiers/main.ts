import { openGenerationRecord } from "@attestory/event-store/generations/open-generation-record.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { eventStoreAddress, mongoAddress } from "@attestory/event-store/store-variables.ts";
import { readEnvironment } from "@attestory/http/settings/read-environment.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { z } from "zod";
import { runReservationsCommand } from "./reservations-command.ts";

/** `node command-api/src/identifiers/main.ts`: `attestory reservations`, on servers. Does not wait for an unavailable server. */
await runReservationsCommand({ args: process.argv.slice(2), open, fail });

async function open() {
  const read = readEnvironment(process.env, z.object({ EVENT_LOG: eventStoreAddress, VAULT: mongoAddress }), () => []);
  if ("faults" in read) return fail(78, read.faults.join("; "));
  const record = await openGenerationRecord({
    url: read.parsed.VAULT,
    onWaiting: (error) => fail(1, error instanceof Error ? error.message : String(error)),
  });
  const { active } = await record.read();
  await record.close();
  return openEventLog({
    url: read.parsed.EVENT_LOG,
    generation: active,
    writes: false,
    onFault: (error) => fail(1, error.message),
  });
}
