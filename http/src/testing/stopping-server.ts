import { createLog } from "../observability/log.ts";
import { createReadiness } from "../server/health.ts";
import { listen } from "../server/listen.ts";
import { stopOnSignals } from "../server/signals.ts";

/**
 * A process for the tests of stopping. It sends "102 Processing" when a request begins, and answers when the request's body
 * ends, so that the client decides how long an answer takes.
 */
const drainMs = Number(process.argv[2]);
const log = createLog({ level: "error" });
const readiness = createReadiness({}, log);
const server = await listen(
  (request, response) => {
    response.writeProcessing();
    request.resume().once("end", () => response.end("whole"));
  },
  { host: "127.0.0.1", port: 0, readiness, drainMs },
);
stopOnSignals({ stop: () => server.drain(), log, limitMs: 2 * drainMs });
console.log(server.port);
