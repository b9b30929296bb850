import { fail } from "@attestory/runtime/command-line/fail.ts";
import { setUpStore } from "./set-up-store.ts";

// A program of its own: docker-compose.yml runs it once the event store is there, before anything of the service.
const patienceMs = 120_000;
const { EVENT_LOG: service, EVENT_LOG_ADMIN: admin } = process.env;
if (!service || !admin) fail(78, "EVENT_LOG and EVENT_LOG_ADMIN are required");
try {
  const done = await setUpStore({ service, admin, patienceMs });
  process.stdout.write(`${done.length > 0 ? done.join("\n") : "nothing to do"}\n`);
} catch (error) {
  fail(1, error instanceof Error ? error.message : String(error));
}
