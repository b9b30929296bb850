import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { relay, type Way } from "./relay.ts";

/** A network between two programs that a test can spoil; TCP alone, whatever is spoken over it. */
export interface FaultProxy {
  /** On 127.0.0.1. */
  port: number;
  /**
   * The connections stay, and nothing comes through any more: not even that the other side has gone. Also for new connections.
   * Only `answers`: what is asked for arrives, and the answer does not.
   */
  pause(which?: "both" | "answers"): void;
  /** What was held goes on its way, in order. */
  resume(): void;
  /** Resets every connection; new ones are taken. What was held is lost with its connection. */
  cut(): void;
  /** Resets the connection that answers more than this many bytes from now on, in the middle of what it says. Once. */
  cutAfter(bytes: number): void;
  /** Resets every connection and takes no new one, until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Every byte takes so long in each direction. */
  delay(ms: number): void;
  /** This share of what is sent (0 to 1) comes late by what it takes TCP to send a lost packet again. */
  lose(share: number): void;
  close(): Promise<void>;
}

/** The least that TCP on Linux waits before it sends again. */
const retransmissionMs = 200;

/** Listens for as long as it is not closed, and hands everything on to the target. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let latencyMs = 0;
  let lostShare = 0;
  let cutIn = Number.POSITIVE_INFINITY;
  const closed = { asked: false, answers: false };
  const waiting = new Set<() => void>();

  const way = (direction: "asked" | "answers"): Way => ({
    latencyMs: () => latencyMs + (Math.random() < lostShare ? retransmissionMs : 0),
    async open() {
      while (closed[direction]) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  });
  const countDown = (pair: readonly [Socket, Socket], bytes: number) => {
    cutIn -= bytes;
    if (cutIn >= 0) return;
    cutIn = Number.POSITIVE_INFINITY;
    for (const socket of pair) socket.resetAndDestroy();
  };
  const take = (client: Socket) => {
    const server = connect({ ...target, allowHalfOpen: true });
    const pair = [client, server] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on("close", () => pair.every(({ destroyed }) => destroyed) && pairs.delete(pair));
    }
    // Listened to first, so that the answer that is too much is not handed on.
    server.on("data", (chunk: Buffer) => countDown(pair, chunk.length));
    relay(client, server, way("asked"));
    relay(server, client, way("answers"));
  };
  const listen = async (port: number): Promise<Server> => {
    const server = createServer({ allowHalfOpen: true }, take).listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  const resume = () => {
    closed.asked = false;
    closed.answers = false;
    for (const go of waiting) go();
    waiting.clear();
  };
  const cut = () => {
    for (const socket of [...pairs].flat()) socket.resetAndDestroy();
  };
  let listener: Server | null = await listen(0);
  const { port } = listener.address() as AddressInfo;
  const refuse = async () => {
    const closing = listener;
    listener = null;
    const ended = closing && once(closing, "close");
    closing?.close();
    cut();
    await ended;
  };
  return {
    port,
    pause(which = "both") {
      closed.asked = which === "both";
      closed.answers = true;
    },
    resume,
    cut,
    cutAfter: (bytes) => {
      cutIn = bytes;
    },
    refuse,
    accept: async () => {
      listener ??= await listen(port);
    },
    delay: (ms) => {
      latencyMs = ms;
    },
    lose: (share) => {
      lostShare = share;
    },
    async close() {
      await refuse();
      resume();
    },
  };
}
