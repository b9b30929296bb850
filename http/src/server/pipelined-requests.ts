import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type PacedReading, paceReading } from "./paced-reading.ts";
import { type Turns, takeTurns } from "./turns.ts";

export interface PipelineLimits {
  /** How many requests of one connection are handled at the same time. The others wait, and the connection is not read. */
  readonly handledAtOnce: number;
  /** While a client has not read this many bytes of its answers, its next request waits. */
  readonly unreadBytes: number;
  /** How many requests may follow an unanswered one on their connection, on all connections together. */
  readonly pipelined: number;
  /** How many pipelined requests begin in one turn of the event loop. */
  readonly begunPerTurn: number;
}

/** Reasons: docs/decisions/pipelined-requests.md. */
export const pipelineLimits: PipelineLimits = {
  handledAtOnce: 16,
  unreadBytes: 16 * 1024,
  pipelined: 4_096,
  begunPerTurn: 8,
};

/** A request may need several slices: its head, parts of its body, and empty lines before it. */
const slicesPerStep = 16;

interface Waiting {
  readonly response: ServerResponse;
  handle(): void;
}

/** A connection and its requests whose answers the client has not got yet. */
export class Connection {
  readonly socket: Socket;
  readonly #limits: PipelineLimits;
  readonly #goOn: () => void;
  readonly #reading: PacedReading;
  readonly #handled = new Set<ServerResponse>();
  #waiting: Waiting[] = [];

  constructor(socket: Socket, limits: PipelineLimits, turns: Turns) {
    this.socket = socket;
    this.#limits = limits;
    const step = () => this.#step();
    this.#goOn = () => turns.ask(step);
    this.#reading = paceReading(socket, { isFree: () => this.requests <= 1, onWaiting: this.#goOn });
  }

  get handled(): number {
    return this.#handled.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get requests(): number {
    return this.handled + this.waiting;
  }

  /** Bytes of answers that the operating system has not accepted yet, because the client does not read. */
  get unreadBytes(): number {
    let bytes = 0;
    for (const response of this.#handled) bytes += response.writableLength;
    return bytes;
  }

  /** Unread answers and unparsed requests. */
  get queuedBytes(): number {
    return this.unreadBytes + this.#reading.waitingBytes;
  }

  /** Handles the only request at once, and a request behind another one in its turn. */
  add(response: ServerResponse, handle: () => void): void {
    if (this.requests === 0) this.#start({ response, handle });
    else {
      this.#waiting.push({ response, handle });
      this.#goOn();
    }
  }

  /** Forgets a request that is answered or whose client left. */
  remove(response: ServerResponse): void {
    if (!this.#handled.delete(response)) this.#waiting = this.#waiting.filter((each) => each.response !== response);
    if (this.waiting > 0 || this.#reading.waitingBytes > 0) this.#goOn();
  }

  #start({ response, handle }: Waiting) {
    this.#handled.add(response);
    handle();
  }

  /** Handles the next request, which may have to be parsed first. Returns whether that can be done again. */
  #step(): boolean {
    // An answer with `Connection: close` ends the connection: later requests are not answered, so they must not be carried out.
    if (!this.socket.writable || !this.#hasRoom()) return false;
    const isParsing = this.#parseNext();
    const next = this.#waiting.shift();
    if (next) this.#start(next);
    return (next !== undefined || isParsing) && this.#hasRoom();
  }

  /** Parses until there is a request to handle, or part of a body. Returns whether the parser took something. */
  #parseNext(): boolean {
    let slices = 0;
    while (this.waiting === 0 && slices < slicesPerStep && this.#reading.giveSlice()) slices++;
    return slices > 0;
  }

  #hasRoom(): boolean {
    return this.handled < this.#limits.handledAtOnce && this.unreadBytes < this.#limits.unreadBytes;
  }
}

/** The connections that have requests. */
export interface BusyConnections extends Iterable<Connection> {
  /** The connection of a socket, if it has requests. */
  of(socket: Socket): Connection | null;
  /** Closes a connection at once; its requests that wait are not carried out. */
  cut(connection: Connection): void;
  /** Handles a request, or makes it wait. */
  accept(request: IncomingMessage, response: ServerResponse): void;
}

/** The connection for which `weigh` returns most. */
const heaviest = (connections: Iterable<Connection>, weigh: (connection: Connection) => number) => {
  let found: Connection | null = null;
  let most = -1;
  for (const connection of connections) {
    const weight = weigh(connection);
    if (weight > most) [found, most] = [connection, weight];
  }
  return found;
};

interface Pipelining {
  readonly handler: RequestListener;
  readonly limits: PipelineLimits;
  /** Called for a connection that is about to be closed because too many requests are pipelined. */
  onExcess(connection: Connection): void;
}

/** Limits how many requests of a connection are handled at once. Answers keep their order: Node sees to that. */
export const limitPipelining = (server: Server, { handler, limits, onExcess }: Pipelining): BusyConnections => {
  const bySocket = new WeakMap<Socket, Connection>();
  const busy = new Set<Connection>();
  const turns = takeTurns(limits.begunPerTurn);
  let requests = 0;

  const forget = (connection: Connection) => {
    if (busy.delete(connection)) requests -= connection.requests;
  };
  const cut = (connection: Connection) => {
    forget(connection);
    connection.socket.resetAndDestroy();
  };
  const remove = (connection: Connection, response: ServerResponse) => {
    if (!busy.has(connection)) return;
    requests--;
    connection.remove(response);
    if (connection.requests === 0) busy.delete(connection);
  };
  const cutLongest = () => {
    const longest = heaviest(busy, (connection) => connection.requests);
    if (!longest) return;
    onExcess(longest);
    cut(longest);
  };

  server.on("connection", (socket: Socket) => {
    const connection = new Connection(socket, limits, turns);
    bySocket.set(socket, connection);
    socket.once("close", () => forget(connection));
  });
  return {
    [Symbol.iterator]: () => busy.values(),
    of(socket) {
      const connection = bySocket.get(socket);
      return connection && busy.has(connection) ? connection : null;
    },
    cut,
    accept(request, response) {
      const connection = bySocket.get(request.socket);
      // The parser still delivers the rest of its bytes after the connection was cut.
      if (!connection || request.socket.destroyed) return;
      requests++;
      busy.add(connection);
      response.on("close", () => remove(connection, response));
      connection.add(response, () => handler(request, response));
      if (requests - busy.size > limits.pipelined) cutLongest();
    },
  };
};
