import type { RequestListener, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { errorReporter } from "@attestory/http/observability/error-reporter.ts";
import { createLog } from "@attestory/http/observability/log.ts";
import { createMetrics } from "@attestory/http/observability/metrics.ts";
import { refuseMalformed } from "@attestory/http/parsing/refuse-malformed.ts";
import { createApp } from "@attestory/http/server/app.ts";
import { createReadiness } from "@attestory/http/server/health.ts";
import { listenAt } from "@attestory/http/server/listen-at.ts";
import { requireSettings } from "@attestory/http/server/run-service.ts";
import { readConfiguration } from "../config.ts";
import { collectGarbageOfStart } from "../garbage-of-start.ts";
import { forwardTo } from "./forwarded-request.ts";
import { openWorkerQueries, type WorkerQueries } from "./open-worker-queries.ts";
import { linkToOwner } from "./owner-link.ts";
import { type FromWorker, type Generation, ownerSocketVariable, type ToWorker } from "./worker-messages.ts";

/**
 * A process that answers requests beside others: reads from the documents, everything else by the owner of the data, to which it
 * forwards the request. It ends with the owner: node:cluster ends a worker whose primary is gone.
 */

/** Less than a process has to stop: the owner ends after its workers. */
const drainMs = 7000;
/** Requests that are being answered from the documents have so long to end when the generation changes. */
const patienceMs = 1000;

const configuration = readConfiguration(process.env);
// The owner has told of them.
const settings = requireSettings("faults" in configuration ? configuration : { ...configuration, warnings: [] });
const format = settings.logFormat ?? (process.stdout.isTTY ? "text" : "json");
const log = createLog({ level: settings.logLevel, format });
const reportError = errorReporter(log);
const metrics = createMetrics({ areServed: settings.metricsPort !== null });

const tell = (message: FromWorker) => void process.send?.(message);
const owner = linkToOwner(tell);
const ownerSocket = process.env[ownerSocketVariable];
if (!process.send || !ownerSocket) throw new Error("runs as a process that the service starts (WORKERS)");
const forward = forwardTo(ownerSocket);

// The owner gets the signal, too, and lets the workers end in order.
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => {});

/** Null: the owner answers everything. */
let queries: WorkerQueries | null = null;
const unanswered = new Set<ServerResponse>();
/** One at a time, in the order in which they were asked for. */
let changes = Promise.resolve();

/** Open, and not yet told how far the documents are. */
let opened: WorkerQueries | null = null;

async function open(generation: Generation): Promise<void> {
  opened = await openWorkerQueries({ settings, log, metrics, owner, reportError }, generation);
  tell({ kind: "opened" });
}

async function leave(): Promise<void> {
  const leaving = opened;
  opened = null;
  queries = null;
  const until = performance.now() + patienceMs;
  while (unanswered.size > 0 && performance.now() < until) await wait(10);
  await leaving?.close();
}

/** Answers what is malformed, which is not forwarded. */
const refuse = createApp({ ...settings, groups: [], log, metrics, readiness: createReadiness({}, log) });

const handle: RequestListener = (request, response) => {
  // The check may bring the target to another form.
  const { url: target = "" } = request;
  if (refuseMalformed(request)) return refuse(request, response);
  if (!queries?.owns(request)) return forward(request, response, target);
  unanswered.add(response);
  response.on("close", () => unanswered.delete(response));
  queries.app(request, response);
};
const http = listenAt("PORT", handle, { host: settings.host, port: settings.port, drainMs, log });

async function drain(): Promise<void> {
  await (await http).drain();
  await changes;
  await leave();
  await log.flush();
  process.exit(0);
}

/** What cannot go on is ended: the owner starts another. */
const orEnd = (work: Promise<void>) =>
  work.catch(async (error) => {
    log.error({ err: error }, "worker cannot continue, stopping");
    await log.flush();
    process.exit(1);
  });

function receive(message: ToWorker): void {
  switch (message.kind) {
    case "serve":
      changes = orEnd(changes.then(() => open(message)));
      break;
    case "leave":
      changes = orEnd(changes.then(leave).then(() => tell({ kind: "left" })));
      break;
    case "progress":
      opened?.forget(message.changed);
      queries = opened;
      queries?.progress.update(message.report);
      break;
    case "confirm":
      tell({ kind: "confirmed", id: message.id });
      break;
    case "measure":
      void metrics.registry
        .getMetricsAsJSON()
        .then((values) => tell({ kind: "measured", id: message.id, metrics: values }));
      break;
    case "drain":
      void orEnd(drain());
      break;
    default:
      owner.answered(message);
  }
}
process.on("message", receive);

try {
  await http;
  tell({ kind: "listening" });
  collectGarbageOfStart();
} catch (error) {
  const { name, message } = error as Error;
  const refused: FromWorker = { kind: "refused", failure: { name, message } };
  // Ends once the owner has it. Another one is started if it was not the first start.
  process.send?.(refused, undefined, undefined, () => process.exit(1));
}
