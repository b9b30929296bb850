import type { Server, ServerOptions } from "node:http";

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

const reliefIntervalMs = 1_000;

/** Bounds the connections of a server. When it gets crowded, the idle ones are closed to make room for new clients. */
export const limitConnections = (server: Server, maxConnections = 10_000): void => {
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = 0;
  server.maxHeadersCount = 0; // none is dropped in silence: `malformed-request.ts` counts them
  let open = 0;
  let relievedAt = 0;
  server.on("connection", (socket) => {
    open++;
    socket.once("close", () => open--);
    if (open > 0.8 * maxConnections && Date.now() - relievedAt > reliefIntervalMs) {
      relievedAt = Date.now();
      server.closeIdleConnections();
    }
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
