import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { answerBrokenRequests } from "../parsing/broken-request.ts";
import type { Readiness } from "./health.ts";
import { dropUnread, type HeadTimes, limitConnections, maxUnaccepted, serverLimits } from "./request-limits.ts";

/** A server that takes requests. */
export interface Listening {
  readonly host: string;
  /** The real one, also where 0 was asked for. */
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  /**
   * Stops taking connections, lets what is being answered end (at most `drainMs`, then it is cut), and resolves when
   * nothing is open any more. Calling it again gives the same promise.
   */
  drain(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Told to leave when draining begins. */
  readonly readiness?: Readiness;
  readonly drainMs?: number;
  readonly drainTimes?: DrainTimes;
  readonly headTimes?: HeadTimes;
}

/** The times by which draining closes connections that are not answered any more. */
export interface DrainTimes {
  /** How often idle connections are closed. */
  readonly idleCheckMs: number;
  /** A connection on which nothing was sent for this long is closed. */
  readonly silenceMs: number;
}

const defaultDrainTimes: DrainTimes = { idleCheckMs: 50, silenceMs: 300 };
/** A turn of the loop counts for no more: what has come meanwhile is not to suffer for a machine that stood still. */
const maxTurnMs = 10;

const bind = (server: Server, { host, port }: ListenOptions): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: maxUnaccepted }, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });

/** Whoever waits in the system's queue would be reset together with it, and a turn of the loop takes only one of them. */
const takeWaiting = async (server: Server, { idleCheckMs, silenceMs }: DrainTimes): Promise<void> => {
  await wait(idleCheckMs);
  let hasTaken = true;
  const note = () => {
    hasTaken = true;
  };
  server.on("connection", note);
  for (let left = silenceMs; hasTaken && left > 0; ) {
    hasTaken = false;
    const began = performance.now();
    await turn();
    left -= Math.min(performance.now() - began, maxTurnMs);
  }
  server.off("connection", note);
};

/**
 * Resolves once every connection has ended. Idle ones are looked for again and again, because busy ones become idle;
 * one on which nothing was ever sent does not count as idle to Node.
 */
const close = async (
  server: Server,
  connections: ReadonlySet<Socket>,
  drainMs: number,
  times: DrainTimes,
): Promise<void> => {
  const { idleCheckMs, silenceMs } = times;
  await takeWaiting(server, times);
  let looks = 0;
  await new Promise<void>((resolve) => {
    const idle = setInterval(() => {
      server.closeIdleConnections();
      // Counted, as what was said while the machine stood still is read only after the next look.
      if (++looks * idleCheckMs < silenceMs) return;
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

/** What is in the set until it closes: sockets, or answers under way. */
const untilClosed = <T extends { once(event: "close", listener: () => void): unknown }>() => {
  const open = new Set<T>();
  const add = (each: T) => {
    open.add(each);
    each.once("close", () => open.delete(each));
  };
  return { open, add };
};

/** Serves an app under the limits of `request-limits.ts`. Rejects when the address cannot be had. */
export const listen = async (handler: RequestListener, options: ListenOptions): Promise<Listening> => {
  const { readiness, drainMs = 8_000, drainTimes = defaultDrainTimes, headTimes } = options;
  const server = createServer({ ...serverLimits, ...headTimes });
  let drained: Promise<void> | undefined;
  limitConnections(server);
  dropUnread(server);
  answerBrokenRequests(server);
  const connections = untilClosed<Socket>();
  const underWay = untilClosed<ServerResponse>();
  server.on("connection", connections.add);
  server.on("request", (request, response) => {
    if (drained) response.setHeader("Connection", "close");
    underWay.add(response);
    handler(request, response);
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
      readiness?.leave();
      for (const response of underWay.open) if (!response.headersSent) response.setHeader("Connection", "close");
      drained = close(server, connections.open, drainMs, drainTimes);
      return drained;
    },
  };
};
