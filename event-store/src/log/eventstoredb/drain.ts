import { setImmediate } from "node:timers/promises";
import { AnnouncedWake } from "../follow.ts";
import { failureOf, Silence } from "./failures.ts";

/** What a call gives one by one: a stream of Node.js. `cancel` or `unsubscribe` tells the server, and ends it as if that were all. */
export interface CallStream {
  on(event: "readable" | "end" | "close", listener: () => void): CallStream;
  on(event: "error", listener: (error: unknown) => void): CallStream;
  // What it gives, or null, is known to the caller alone.
  read(): unknown;
  destroy(error: Error): unknown;
  [Symbol.asyncIterator](): AsyncIterator<unknown>;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  cancel?(): Promise<void>;
  unsubscribe?(): Promise<void>;
}

const mostInBatch = 1000;
/** A look in case a stream should ever give without a word. */
const pollMs = 1000;

/** Ends a call on both sides; whoever reads it sees the error, not a short end. Never throws. */
export function abandon(stream: CallStream, error: Error): void {
  stream.on("error", () => {});
  stream.destroy(error);
  const told = stream.cancel?.() ?? stream.unsubscribe?.();
  told?.catch(() => {});
}

/** All that a call gives. @throws Silence when nothing comes for so long */
export async function drained<Item>(stream: CallStream, silenceMs: number): Promise<Item[]> {
  const items: Item[] = [];
  stream.on("error", () => {});
  const giveUp = () => {
    const had = items.length;
    // What has arrived while this process did something else is looked at first.
    void setImmediate().then(() => (items.length > had ? timer.refresh() : stream.destroy(new Silence("no answer"))));
  };
  const timer = setTimeout(giveUp, silenceMs);
  // To cancel what the server has answered to the end resets a stream of HTTP/2, and servers hang up on whoever resets many.
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

/** What a call gives, as much at once as is there, and no faster than it is taken. Ends with the signal, or with the call's error. */
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
      const items: Item[] = [];
      for (let item = stream.read(); item !== null; item = stream.read()) {
        if (items.push(item as Item) === mostInBatch) break;
      }
      if (items.length > 0) yield items;
      else if (failure) throw failure;
      else if (stream.readableEnded || stream.destroyed) throw new Silence("the subscription ended");
      else {
        await wake.after(seen, signal);
        // What arrived in one piece is announced at its first event, and makes one batch.
        await setImmediate();
      }
    }
  } finally {
    abandon(stream, new Error("left"));
  }
}
