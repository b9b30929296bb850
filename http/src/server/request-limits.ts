import type { Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";

/**
 * What the parser accepts before any of our code runs. The head of a request may take 7 s. `body.ts` sets the shorter limit
 * for a body, so the limit for the whole request allows for the largest body that any route accepts.
 */
export const serverLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 7_000,
  requestTimeout: 900_000,
  connectionsCheckingInterval: 500,
  /** Longer than the minute for which gateways keep an idle connection, so that the gateway closes it. */
  keepAliveTimeout: 65_000,
  /** Joins a repeated header with a comma, instead of silently dropping the second. */
  joinDuplicateHeaders: true,
  /** `refuse-malformed.ts` checks the Host header instead, so that the refusal has a body. */
  requireHostHeader: false,
  noDelay: true,
} as const satisfies ServerOptions;

/** How long the head of a request may take, and how often that is checked. */
export type HeadTimes = Pick<ServerOptions, "headersTimeout" | "connectionsCheckingInterval">;

/**
 * Connections that the system queues until the server accepts them (the system's own limit, `net.core.somaxconn`, applies too).
 * Beyond it a client believes that it is connected, and is reset many seconds later: one in ten during a burst, with Node's 511.
 */
export const maxQueued = 4_096;

/** Above this fraction of the maximum, idle connections are closed. The rest is reserved for bursts. */
const crowded = 0.8;

/**
 * Limits the connections of a server. When it is crowded, it closes the connection that has been idle for longest for each
 * new one. It never cuts a connection that waits for an answer.
 */
export const limitConnections = (server: Server, maxConnections = 4_000): void => {
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = 0;
  server.maxHeadersCount = 0; // silently drops none: `refuse-malformed.ts` counts them
  const open = new Set<Socket>();
  /** In the order in which they became idle. */
  const idle = new Set<Socket>();
  /** Unanswered requests; pipelining allows several on one connection. */
  const unanswered = new WeakMap<Socket, number>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    idle.delete(socket);
  };
  const makeRoom = () => {
    const [longest] = idle;
    if (!longest || open.size <= crowded * maxConnections) return;
    forget(longest);
    longest.destroy();
  };
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => forget(socket));
    makeRoom();
    idle.add(socket);
  });
  const count = (socket: Socket, change: 1 | -1) => {
    const left = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, left);
    return left;
  };
  server.on("request", ({ socket }, response) => {
    count(socket, 1);
    idle.delete(socket);
    response.on("close", () => {
      if (count(socket, -1) > 0 || !open.has(socket)) return;
      idle.add(socket);
      makeRoom();
    });
  });
};
