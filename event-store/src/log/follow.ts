import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";

/** Signals that there may be new events. `after` resolves at once if there was an announcement since the count was `seen`. */
export interface Wake {
  /** Grows with every announcement. */
  readonly count: number;
  after(seen: number, signal: AbortSignal): Promise<void>;
}

/**
 * A wake triggered by `announce`. Every `pollMs` milliseconds, while somebody waits, it asks `hasNews` whether an announcement was lost, or
 * another process made none.
 */
export class AnnouncedWake implements Wake {
  count = 0;
  readonly #pollMs: number;
  readonly #hasNews: () => boolean;
  #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pollMs: number, hasNews: () => boolean = () => true) {
    this.#pollMs = pollMs;
    this.#hasNews = hasNews;
  }

  announce(): void {
    this.count++;
    for (const wake of this.#waiting) wake();
  }

  after(seen: number, signal: AbortSignal): Promise<void> {
    if (this.count !== seen || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener("abort", done);
        this.#waiting.delete(done);
        if (this.#waiting.size === 0) this.#stopPolling();
        resolve();
      };
      signal.addEventListener("abort", done);
      this.#waiting.add(done);
      this.#timer ??= setTimeout(() => this.#poll(), this.#pollMs);
    });
  }

  /** One timer for all who wait: each of them costs the idle process some time. */
  #poll(): void {
    this.#stopPolling();
    if (this.#mayHaveNews()) this.announce();
    else this.#timer = setTimeout(() => this.#poll(), this.#pollMs);
  }

  /** Also if it cannot be asked: whoever reads next meets the error, reports it and tries again. */
  #mayHaveNews(): boolean {
    try {
      return this.#hasNews();
    } catch {
      return true;
    }
  }

  #stopPolling(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
