import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** What bytes meet on their way in one direction. */
export interface Way {
  /** Whether bytes may leave now; resolves when they may. */
  open(): Promise<void>;
  /** How long the bytes that arrive now are under way. */
  latencyMs(): number;
}

const maxHeld = 1 << 20;

/** Hands on what one socket gives to the other: in order, late, and not at all while the way is closed. Nothing is ever left out. */
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
