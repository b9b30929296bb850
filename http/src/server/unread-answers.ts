import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { BusyConnections, Connection } from "./pipelined-requests.ts";

export interface UnreadLimits {
  /** Within twice this time, a client must read something of an answer. */
  readonly stalledMs: number;
  /** How long a client may leave answers unread, besides the time that they take at the slowest pace. */
  readonly graceMs: number;
  readonly slowestBytesPerMs: number;
  /** Bytes of unread answers and unparsed requests on all connections together. */
  readonly totalBytes: number;
  readonly checkMs: number;
}

/** Reasons: docs/decisions/pipelined-requests.md. */
export const unreadLimits: UnreadLimits = {
  stalledMs: 4_000,
  graceMs: 30_000,
  slowestBytesPerMs: 4,
  totalBytes: 64 * 1024 * 1024,
  checkMs: 500,
};

/** A connection that has had unread answers at every check since then. */
interface Unread {
  readonly since: number;
  readonly sentBefore: number;
}

/** Bytes that the operating system has accepted. */
const sentBytes = ({ bytesWritten, writableLength }: Socket) => bytesWritten - writableLength;

interface Watch {
  readonly limits: UnreadLimits;
  /** Called for a connection that is about to be closed: its client reads too slowly. */
  onSlow(connection: Connection): void;
  /** Called for a connection that is about to be closed: all together hold too many bytes, and it holds most. */
  onExcess(connection: Connection): void;
}

/** Closes a connection whose client reads nothing, and one that has no request for longer than it may stay idle. */
const closeStalled = (server: Server, connections: BusyConnections, { limits, onSlow }: Watch): void => {
  server.on("request", ({ socket }, response) => {
    // Once the client has read the answer, the keep-alive timeout replaces this one. Node looks for progress once, when the time is up.
    response.on("prefinish", () => socket.setTimeout(limits.stalledMs));
  });
  server.on("timeout", (socket) => {
    const connection = connections.of(socket);
    if (!connection) socket.destroy();
    // Otherwise the client waits for an answer.
    else if (socket.writableLength > 0) {
      onSlow(connection);
      connections.cut(connection);
    }
  });
};

/** Closes connections whose clients read too slowly, and, while all together hold too many bytes, the one that holds most. */
export const limitUnread = (server: Server, connections: BusyConnections, watch: Watch): void => {
  const { limits, onSlow, onExcess } = watch;
  let unread: ReadonlyMap<Connection, Unread> = new Map();

  const isTooSlow = ({ socket }: Connection, { since, sentBefore }: Unread): boolean => {
    // Counts what is being sent as sent: how much of a large answer has been read shows only at its end.
    const timeMs = (sentBytes(socket) - sentBefore + socket.writableLength) / limits.slowestBytesPerMs;
    return performance.now() - since > limits.graceMs + timeMs;
  };
  const cutSlow = () => {
    const undrained = [...connections].filter(({ socket }) => socket.writableLength > 0);
    const begun = ({ socket }: Connection): Unread => ({ since: performance.now(), sentBefore: sentBytes(socket) });
    unread = new Map(undrained.map((connection) => [connection, unread.get(connection) ?? begun(connection)]));
    for (const [connection, state] of unread) {
      if (!isTooSlow(connection, state)) continue;
      onSlow(connection);
      connections.cut(connection);
    }
  };
  const cutExcess = () => {
    const held = [...connections].map((connection) => ({ connection, bytes: connection.queuedBytes }));
    let total = held.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total <= limits.totalBytes) return;
    for (const { connection, bytes } of held.toSorted((a, b) => b.bytes - a.bytes)) {
      if (total <= limits.totalBytes) return;
      total -= bytes;
      onExcess(connection);
      connections.cut(connection);
    }
  };

  closeStalled(server, connections, watch);
  const check = setInterval(() => {
    cutSlow();
    cutExcess();
  }, limits.checkMs).unref();
  server.once("close", () => clearInterval(check));
};
