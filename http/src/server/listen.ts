import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { Log } from "../observability/log.ts";
import { answerUnparsableRequests } from "../parsing/unparsable-request.ts";
import type { Readiness } from "./health.ts";
import { type HeadTimes, limitConnections, maxQueued, serverLimits } from "./request-limits.ts";
import { limitTraffic, type TrafficLimits } from "./traffic-limits.ts";

/** A listening server. */
export interface Listening {
  readonly host: string;
  /** The actual port, also if 0 was requested. */
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  /**
   * Stops accepting connections, lets answers in progress finish (for at most `drainMs`, then cuts them), and resolves
   * when every connection is closed. Calling it again returns the same promise.
   */
  drain(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Its `markShuttingDown` is called when draining begins. */
  readonly readiness?: Readiness;
  readonly drainMs?: number;
  readonly drainTimes?: DrainTimes;
  readonly headTimes?: HeadTimes;
  /** Limits other than the product's. */
  readonly trafficLimits?: Partial<TrafficLimits>;
  /** Gets a line for each connection that a limit closes. */
  readonly log?: Log;
}

/** The times after which draining closes unused connections. */
export interface DrainTimes {
  /** How often idle connections are closed. */
  readonly idleCheckMs: number;
  /** How long a connection may stay open while draining without having sent a byte. */
  readonly silenceMs: number;
}

const defaultDrainTimes: DrainTimes = { idleCheckMs: 50, silenceMs: 300 };
/** A turn of the event loop counts for at most this long, so that a stall of the machine cuts off no waiting connection. */
const maxTurnMs = 10;

const bind = (server: Server, { host, port }: ListenOptions): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: maxQueued }, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });

/**
 * Accepts connections from the system's queue before it closes and resets them. A turn of the event loop accepts only one.
 * Figures: docs/decisions/measured-reasons.md.
 */
const acceptWaiting = async (server: Server, { idleCheckMs, silenceMs }: DrainTimes): Promise<void> => {
  await wait(idleCheckMs);
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on("connection", onConnection);
  for (let leftMs = silenceMs; hasAccepted && leftMs > 0; ) {
    hasAccepted = false;
    const startedAt = performance.now();
    await nextTurn();
    leftMs -= Math.min(performance.now() - startedAt, maxTurnMs);
  }
  server.off("connection", onConnection);
};

interface Draining {
  readonly server: Server;
  readonly connections: ReadonlySet<Socket>;
  readonly drainMs: number;
  readonly drainTimes: DrainTimes;
}

/**
 * Resolves once every connection has ended. Closes idle connections repeatedly, because busy ones become idle. Node does
 * not count a connection as idle if nothing was ever sent on it.
 */
const close = async ({ server, connections, drainMs, drainTimes }: Draining): Promise<void> => {
  const { idleCheckMs, silenceMs } = drainTimes;
  await acceptWaiting(server, drainTimes);
  let checks = 0;
  await new Promise<void>((resolve) => {
    const idle = setInterval(() => {
      server.closeIdleConnections();
      // Counts checks, not time: data that arrived during a stall is read only after the next check.
      if (++checks * idleCheckMs < silenceMs) return;
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    }, idleCheckMs);
    const cut = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
};

/**
 * A set of sockets or of answers in progress; each is removed when it closes. Here and elsewhere, `on` for an event that comes once: `once`
 * would wrap and remove six listeners for every request.
 */
const trackOpen = <T extends { on(event: "close", listener: () => void): unknown }>() => {
  const open = new Set<T>();
  const add = (each: T) => {
    open.add(each);
    each.on("close", () => open.delete(each));
  };
  return { open, add };
};

/** Serves an app under the limits of `request-limits.ts` and `traffic-limits.ts`. Rejects if it cannot listen on the address. */
export const listen = async (handler: RequestListener, options: ListenOptions): Promise<Listening> => {
  const { readiness, drainMs = 8_000, drainTimes = defaultDrainTimes, headTimes, trafficLimits: limits, log } = options;
  const server = createServer({ ...serverLimits, ...headTimes });
  let drained: Promise<void> | undefined;
  limitConnections(server);
  const busy = limitTraffic(server, { handler, ...(limits && { limits }), ...(log && { log }) });
  answerUnparsableRequests(server);
  const connections = trackOpen<Socket>();
  const unanswered = trackOpen<ServerResponse>();
  server.on("connection", connections.add);
  server.on("request", (request, response) => {
    if (drained) response.setHeader("Connection", "close");
    unanswered.add(response);
    busy.accept(request, response);
  });
  for (const event of ["checkContinue", "checkExpectation"]) {
    server.on(event, (request, response) => server.emit("request", request, response));
  }
  const { address, port, family } = await bind(server, options);
  const host = family === "IPv6" ? `[${address}]` : address;
  return {
    host: address,
    port,
    url: `http://${host}:${port}`,
    drain: () => {
      if (drained) return drained;
      readiness?.markShuttingDown();
      for (const response of unanswered.open) if (!response.headersSent) response.setHeader("Connection", "close");
      drained = close({ server, connections: connections.open, drainMs, drainTimes });
      return drained;
    },
  };
};
