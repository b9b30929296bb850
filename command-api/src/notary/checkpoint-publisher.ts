import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { deduplicated } from "@attestory/runtime/deduplicated-log.ts";

export interface PublisherParts {
  publish(note: string): Promise<void>;
  reportError(error: unknown): void;
}

export interface CheckpointPublisher {
  /** Returns at once. The newest note replaces one that waits: its tree has all that the other's has. */
  offer(note: string): void;
  close(): Promise<void>;
}

/** Publishes to one place, one note at a time, and repeats what fails. */
export function createPublisher({ publish, reportError }: PublisherParts): CheckpointPublisher {
  const stopping = new AbortController();
  const { signal } = stopping;
  const reportOnce = deduplicated(reportError);
  let waiting: string | null = null;
  let working = Promise.resolve();
  let isWorking = false;
  const attempt = async (note: string): Promise<boolean> => {
    try {
      await publish(note);
      return true;
    } catch (error) {
      reportOnce(error);
      return false;
    }
  };
  const work = async () => {
    for (let failures = 0; waiting !== null && !signal.aborted; ) {
      const note: string = waiting;
      waiting = null;
      if (await attempt(note)) {
        failures = 0;
        continue;
      }
      waiting ??= note;
      await pause(backoffMs(++failures), signal);
    }
    isWorking = false;
  };
  return {
    offer(note) {
      waiting = note;
      if (isWorking) return;
      isWorking = true;
      working = work();
    },
    async close() {
      stopping.abort();
      await working;
    },
  };
}
