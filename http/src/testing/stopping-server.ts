import { createReadiness } from "../health.ts";
import { listen } from "../lifecycle.ts";
import { createLog } from "../log.ts";
import { stopOnSignals } from "../signals.ts";

/** A process for the tests of stopping: answers after the milliseconds that the path names, `/0` at once. */
const log = createLog({ level: "error" });
const readiness = createReadiness({}, log);
const server = await listen(
  (request, response) => {
    setTimeout(() => response.end("whole"), Number(request.url?.slice(1)));
  },
  { host: "127.0.0.1", port: 0, readiness, drainMs: Number(process.argv[2]) },
);
stopOnSignals({ stop: () => server.drain(), log });
console.log(server.port);
