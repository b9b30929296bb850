import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** The conditions for bytes in one direction. */
export interface Way {
  /** Resolves when bytes may leave. */
  open(): Promise<void>;
  /** The current delay of arriving bytes, in milliseconds. */
  latencyMs(): number;
}

const maxHeld = 1 << 20;

/** Forwards bytes from one socket to the other: in order, delayed, and not at all while the way is closed. Never drops any. */
export function relay(from: Socket, to: Socket, way: Way): void {
  let held = 0;
  let last: Promise<unknown> = Promise.resolve();
  const then = (latencyMs: number, act: () => void) => {
    const due = performance.now() + latencyMs;
    last = last.then(async () => {
      const left = due - performance.now();
      if (left > 0) await wait(left);
      await way.open();
      if (!to.destroyed && to.writable) act();
    });
  };
  const drained = () => held + to.writableLength < maxHeld && from.resume();

  from.on("data", (chunk: Buffer) => {
    held += chunk.length;
    if (held + to.writableLength >= maxHeld) from.pause();
    then(way.latencyMs(), () => {
      held -= chunk.length;
      to.write(chunk, drained);
    });
  });
  from.on("end", () => then(way.latencyMs(), () => to.end()));
  from.on("error", () => then(0, () => to.resetAndDestroy()));
}
