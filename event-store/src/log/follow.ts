import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";

/** Signals that there may be new events. `after` resolves at once if there was an announcement since the count was `seen`. */
export interface Wake {
  /** Grows with every announcement. */
  readonly count: number;
  after(seen: number, signal: AbortSignal): Promise<void>;
}

/** A wake triggered by `announce`, and every `pollMs` milliseconds in case an announcement was lost. */
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

interface LogReader {
  readAll: (after: Position, limit: number) => Promise<RecordedEvent[]>;
  wake: Wake;
  /** Events in one batch, at most. */
  limit?: number;
}

/** Follows a log by reading: reads until no events are left, then waits for the wake. */
export async function* followByReading(
  { readAll, wake, limit = 1000 }: LogReader,
  after: Position,
  signal: AbortSignal,
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
