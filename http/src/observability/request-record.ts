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
 * Gives each request its id and, once it is over, its one line in the log and its figure. The line holds no query,
 * no address and no browser of a person. Of refused requests of one kind only so many get a line, and the rest are counted:
 * whoever sends a million of them does not fill the disk.
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

/** The id that was given to the request of this response; empty for one that never passed `recordRequests`. */
export const requestIdOf = (response: ServerResponse): string => started.get(response)?.requestId ?? "";

/** Notes which declared route answers, for the log and the figures. */
export const noteRoute = (response: ServerResponse, path: string): void => {
  const record = started.get(response);
  if (record) record.route = path;
};
