import { setImmediate } from "node:timers/promises";
import { AnnouncedWake } from "../follow.ts";
import { failureOf, Silence } from "./failures.ts";

/** A call's results as a Node.js stream. `cancel` or `unsubscribe` stops the server, and ends the stream as if it were complete. */
export interface CallStream {
  on(event: "readable" | "end" | "close", listener: () => void): CallStream;
  on(event: "error", listener: (error: unknown) => void): CallStream;
  // Returns an item or null; only the caller knows the item's type.
  read(): unknown;
  destroy(error: Error): unknown;
  [Symbol.asyncIterator](): AsyncIterator<unknown>;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  cancel?(): Promise<void>;
  unsubscribe?(): Promise<void>;
}

const mostInBatch = 1000;
/** Polling interval in milliseconds, in case a stream has items but emitted no event. */
const pollMs = 1000;

/** Ends a call on both sides. Its reader gets the error instead of an incomplete result. Never throws. */
export function abandon(stream: CallStream, error: Error): void {
  stream.on("error", () => {});
  stream.destroy(error);
  const ended = stream.cancel?.() ?? stream.unsubscribe?.();
  ended?.catch(() => {});
}

/** All results of a call. @throws Silence if nothing arrives for `silenceMs` */
export async function drain<Item>(stream: CallStream, silenceMs: number): Promise<Item[]> {
  const items: Item[] = [];
  stream.on("error", () => {});
  const giveUp = () => {
    const had = items.length;
    // First read what arrived while this process was busy.
    void setImmediate().then(() => (items.length > had ? timer.refresh() : stream.destroy(new Silence("no answer"))));
  };
  const timer = setTimeout(giveUp, silenceMs);
  // Cancelling a completed call resets an HTTP/2 stream, and servers disconnect clients that reset many streams.
  let isOver = false;
  try {
    for await (const item of stream) {
      items.push(item as Item);
      timer.refresh();
    }
    isOver = true;
    return items;
  } catch (error) {
    isOver = failureOf(error) === "no-stream";
    throw error;
  } finally {
    clearTimeout(timer);
    if (!isOver) abandon(stream, new Error("read"));
  }
}

/** Yields a call's results in batches as they arrive, no faster than they are read. Ends with the signal or the call's error. */
export async function* batchesOf<Item>(stream: CallStream, signal: AbortSignal): AsyncGenerator<Item[]> {
  const wake = new AnnouncedWake(pollMs);
  let failure: unknown = null;
  const announce = () => wake.announce();
  stream.on("readable", announce).on("end", announce).on("close", announce);
  stream.on("error", (error) => {
    failure ??= error;
    wake.announce();
  });
  try {
    while (!signal.aborted) {
      const seen = wake.count;
      const items = readBatch<Item>(stream);
      if (items.length > 0) {
        yield items;
        continue;
      }
      if (failure) throw failure;
      if (stream.readableEnded || stream.destroyed) throw new Silence("the subscription ended");
      await wake.after(seen, signal);
      // Wait one turn: events that arrived together are announced with the first of them, and make one batch.
      await setImmediate();
    }
  } finally {
    abandon(stream, new Error("left"));
  }
}

/** The results that have arrived, at most one batch of them. */
function readBatch<Item>(stream: CallStream): Item[] {
  const items: Item[] = [];
  while (items.length < mostInBatch) {
    const item = stream.read();
    if (item === null) break;
    items.push(item as Item);
  }
  return items;
}

/** Resolves with the answer, or rejects with Silence as soon as the signal aborts. */
export function unlessEnded<Result>(answer: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Silence("the connection was given up"));
    signal.addEventListener("abort", end, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
