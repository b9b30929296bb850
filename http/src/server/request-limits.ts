import type { Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";

/**
 * What the parser takes before any of our code runs. The head of a request has 7 s; its body has the shorter time that
 * `body.ts` gives it, so the whole may take as long as the largest body that any route takes.
 */
export const serverLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 7_000,
  requestTimeout: 900_000,
  connectionsCheckingInterval: 500,
  /** Longer than the minute that gateways keep an idle connection, so that it is they who close it. */
  keepAliveTimeout: 65_000,
  /** A header that comes twice is seen as one with a comma in it, instead of the second being dropped unseen. */
  joinDuplicateHeaders: true,
  /** `malformed-request.ts` asks for it instead, so that the refusal has a body. */
  requireHostHeader: false,
  noDelay: true,
} as const satisfies ServerOptions;

/** How long the head of a request may take, and how often that is checked. */
export type HeadTimes = Pick<ServerOptions, "headersTimeout" | "connectionsCheckingInterval">;

/**
 * Connections that the system keeps until they are taken (it has a bound of its own as well, `net.core.somaxconn`). Beyond it a client
 * believes that it is connected, and is reset many seconds later: in a burst that was one in ten with Node's 511.
 */
export const maxUnaccepted = 4_096;

/** From so much of the most on, connections that are idle make room. What is left takes those that come all at once. */
const crowded = 0.8;

/**
 * Bounds the connections of a server. When it gets crowded, those on which nothing has been under way for longest make room for
 * new ones; those that wait for an answer are never cut.
 */
export const limitConnections = (server: Server, maxConnections = 4_000): void => {
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = 0;
  server.maxHeadersCount = 0; // none is dropped in silence: `malformed-request.ts` counts them
  const open = new Set<Socket>();
  /** In the order in which they became so. */
  const idle = new Set<Socket>();
  /** Requests that have no answer yet; there may be several behind one another. */
  const underWay = new WeakMap<Socket, number>();
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
    const left = (underWay.get(socket) ?? 0) + change;
    underWay.set(socket, left);
    return left;
  };
  server.on("request", ({ socket }, response) => {
    count(socket, 1);
    idle.delete(socket);
    response.once("close", () => {
      if (count(socket, -1) > 0 || !open.has(socket)) return;
      idle.add(socket);
      makeRoom();
    });
  });
};

/** Node looks twice: what has not moved since is closed after four to eight seconds. */
const unreadMs = 4_000;

/** Closes a connection whose client does not read its answer. */
export const dropUnread = (server: Server): void => {
  server.on("request", ({ socket }, response) => {
    // Once it is read, the time of an idle connection takes this one's place.
    response.once("prefinish", () => socket.setTimeout(unreadMs));
  });
  // Reset, or the system would go on offering what was not read.
  server.on("timeout", (socket) => (socket.writableLength > 0 ? socket.resetAndDestroy() : socket.destroy()));
};
