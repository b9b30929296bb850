import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { randomShare } from "@attestory/runtime/random-share.ts";
import { relay, type Way } from "./relay.ts";

/** A network between two programs that tests can disturb. It works on TCP, for any protocol above it. */
export interface FaultProxy {
  /** Listens on 127.0.0.1. */
  port: number;
  /**
   * Keeps connections open, old and new, but forwards nothing: not even that the other side has closed.
   * With `answers`, requests still arrive and only answers are held.
   */
  pause(which?: "both" | "answers"): void;
  /** Keeps the connections of this moment open, but forwards nothing on them ever again. New ones work. */
  stall(): void;
  /** Delivers what was held, in order. */
  resume(): void;
  /** Resets every connection and accepts new ones. Data that was held is lost with its connection. */
  cut(): void;
  /** Once, resets the connection that exceeds this many answered bytes from now on, in the middle of the answer. */
  cutAfter(bytes: number): void;
  /** Resets every connection and accepts no new one until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Delays every byte by this much in each direction. */
  delay(ms: number): void;
  /** Delays this share of what is sent (0 to 1) by the time that TCP takes to retransmit a lost packet. */
  lose(share: number): void;
  close(): Promise<void>;
}

/** The minimum retransmission timeout of TCP on Linux. */
const retransmissionMs = 200;

/** Listens until it is closed, and forwards everything to the target. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let latencyMs = 0;
  let lostShare = 0;
  let cutIn = Number.POSITIVE_INFINITY;
  const closed = { asked: false, answers: false };
  const waiting = new Set<() => void>();

  const stalled = new WeakSet<readonly [Socket, Socket]>();
  const way = (direction: "asked" | "answers", pair: readonly [Socket, Socket]): Way => ({
    latencyMs: () => latencyMs + (randomShare() < lostShare ? retransmissionMs : 0),
    async open() {
      if (stalled.has(pair)) await new Promise<never>(() => {});
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
    // Registered before the relay, so that the answer that exceeds the limit is not forwarded.
    server.on("data", (chunk: Buffer) => countDown(pair, chunk.length));
    relay(client, server, way("asked", pair));
    relay(server, client, way("answers", pair));
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
    stall() {
      for (const pair of pairs) stalled.add(pair);
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
