import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";

/** Tells when there may be something new. `after` resolves at once if it was already heard of since `seen`. */
export interface Wake {
  /** Grows with every announcement. */
  readonly count: number;
  after(seen: number, signal: AbortSignal): Promise<void>;
}

/** A wake that is told by `announce`, and that looks by itself every `pollMs` in case an announcement was lost. */
export class AnnouncedWake implements Wake {
  count = 0;
  readonly #pollMs: number;
  #waiting = new Set<() => void>();

  constructor(pollMs: number) {
    this.#pollMs = pollMs;
  }

  announce(): void {
    this.count++;
    for (const wake of this.#waiting) wake();
  }

  after(seen: number, signal: AbortSignal): Promise<void> {
    if (this.count !== seen || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, this.#pollMs);
      signal.addEventListener("abort", done);
      this.#waiting.add(done);
    });
  }
}

/** Follows a log that can only be read: reads until nothing is left, then waits to be woken. */
export async function* followByReading(
  readAll: (after: Position, limit: number) => Promise<RecordedEvent[]>,
  wake: Wake,
  after: Position,
  signal: AbortSignal,
  limit = 1000,
): AsyncGenerator<RecordedEvent[]> {
  let position = after;
  while (!signal.aborted) {
    const seen = wake.count;
    const events = await readAll(position, limit);
    const last = events.at(-1);
    if (last) {
      position = last.position;
      yield events;
    } else {
      await wake.after(seen, signal);
    }
  }
}
