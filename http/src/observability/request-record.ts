import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressReader } from "../parsing/client-address.ts";
import { cleanPath } from "./clean-path.ts";
import type { AccessLine, Log } from "./log.ts";
import type { HttpMetrics } from "./metrics.ts";
import { createThrottledAccessLog, type ThrottledAccessLog } from "./throttled-access-log.ts";
import { createThrottledLog } from "./throttled-log.ts";

interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  readonly target: string;
  /** As `performance.now()`. */
  readonly startedAt: number;
  route: string | null;
}

const records = new WeakMap<ServerResponse, RequestRecord>();

const sentBytes = (response: ServerResponse) => {
  const length = response.getHeader("Content-Length");
  return length === undefined ? null : Number(length);
};

/** The log line of a finished request. */
const accessLine = ({ requestId, method, target, startedAt, route }: RequestRecord, response: ServerResponse) => ({
  requestId,
  method,
  path: route ?? cleanPath(target),
  status: response.headersSent ? response.statusCode : null,
  ms: Math.round((performance.now() - startedAt) * 100) / 100,
  bytes: sentBytes(response),
});

interface Recording {
  readonly log: Log;
  readonly metrics: HttpMetrics | undefined;
  readonly addressOf: AddressReader;
}

const isAdmitted = (throttled: ThrottledAccessLog, { socket, headers }: IncomingMessage): boolean => {
  const forwardedFor = headers["x-forwarded-for"];
  return throttled.admits(socket.remoteAddress, forwardedFor === undefined ? undefined : String(forwardedFor));
};

/**
 * Gives each request an id and, once it is over, writes one log line and records its duration. The line holds no query,
 * no client address and no user agent. Refused requests of one kind get a limited number of lines per minute, as do the others
 * of one client's network, and the rest are counted: a client that sends a million of them does not fill the disk.
 */
export const recordRequests = ({ log, metrics, addressOf }: Recording) => {
  const refused = createThrottledLog((kind, leftOut) => log.warn({ kind, leftOut }, "refused requests not logged"));
  const successful = createThrottledAccessLog({
    addressOf,
    tell: (leftOut, networks) => log.warn({ leftOut, networks }, "successful requests not logged"),
  });
  const isLogged = ({ status }: AccessLine, route: string | null, request: IncomingMessage) =>
    status !== null && status < 400
      ? isAdmitted(successful, request)
      : refused.admits(`${status ?? "left"} ${route ?? "elsewhere"}`);
  const recordEnd = (record: RequestRecord, response: ServerResponse) => {
    const line = accessLine(record, response);
    if (log.writesAccess && isLogged(line, record.route, response.req)) log.access(line);
    const { method, status } = line;
    const seconds = (performance.now() - record.startedAt) / 1000;
    metrics?.observe({ method, route: record.route ?? "none", status: status ?? 0, seconds });
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    const record: RequestRecord = {
      requestId: randomUUID(),
      method: request.method ?? "",
      target: request.url ?? "",
      startedAt: performance.now(),
      route: null,
    };
    records.set(response, record);
    response.setHeader("X-Request-Id", record.requestId);
    response.on("close", () => recordEnd(record, response));
  };
};

/** The id of this response's request; empty if the request never passed `recordRequests`. */
export const requestIdOf = (response: ServerResponse): string => records.get(response)?.requestId ?? "";

/** Records which declared route answers, for the log and the metrics. */
export const recordRoute = (response: ServerResponse, path: string): void => {
  const record = records.get(response);
  if (record) record.route = path;
};
