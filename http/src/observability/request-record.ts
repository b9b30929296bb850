import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "./log.ts";
import { loggedPath } from "./logged-path.ts";
import type { HttpMetrics } from "./metrics.ts";
import { createThrottledLog } from "./sampling.ts";

interface Started {
  readonly requestId: string;
  route: string | null;
}

const started = new WeakMap<ServerResponse, Started>();

const sentBytes = (response: ServerResponse) => {
  const length = response.getHeader("Content-Length");
  return length === undefined ? null : Number(length);
};

/**
 * Gives each request an id and, once it is over, writes one log line and records its duration. The line holds no query,
 * no client address and no user agent. Refused requests of one kind get a limited number of lines per minute, and the rest
 * are counted: a client that sends a million of them does not fill the disk.
 */
export const recordRequests = (log: Log, metrics: HttpMetrics | undefined) => {
  const refused = createThrottledLog((kind, leftOut) => log.warn({ kind, leftOut }, "refused requests without a line"));
  return (request: IncomingMessage, response: ServerResponse): void => {
    const begun = performance.now();
    const record: Started = { requestId: randomUUID(), route: null };
    started.set(response, record);
    response.setHeader("X-Request-Id", record.requestId);
    const method = request.method ?? "";
    const target = request.url ?? "";
    response.once("close", () => {
      const ms = performance.now() - begun;
      const status = response.headersSent ? response.statusCode : null;
      const { requestId, route } = record;
      const path = route ?? loggedPath(target);
      const kind = `${status ?? "left"} ${route ?? "elsewhere"}`;
      const worthALine = (status !== null && status < 400) || refused.admits(kind);
      if (worthALine)
        log.access({ requestId, method, path, status, ms: Math.round(ms * 100) / 100, bytes: sentBytes(response) });
      metrics?.observe({ method, route: route ?? "none", status: status ?? 0, seconds: ms / 1000 });
    });
  };
};

/** The id of this response's request; empty if the request never passed `recordRequests`. */
export const requestIdOf = (response: ServerResponse): string => started.get(response)?.requestId ?? "";

/** Records which declared route answers, for the log and the metrics. */
export const noteRoute = (response: ServerResponse, path: string): void => {
  const record = started.get(response);
  if (record) record.route = path;
};
