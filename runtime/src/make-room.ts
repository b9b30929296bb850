import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** How long a thread ran, and how long it could have run while others did, in milliseconds since its start. */
export interface Scheduled {
  ran: number;
  waited: number;
}

/** Shorter times say little: the system gives the processor to another thread every few milliseconds. */
const leastMs = 10;
/** The newest measurement counts for so much. */
const newestCounts = 0.2;
/** Of the time that it could have run. */
const oftenWaited = 0.15;
/** Times as long as it ran. */
const pauses = 3;
const longestMs = 500;

/**
 * Returns what a thread calls between two steps of long work. If others want the processor, it pauses for three times as long as it
 * ran: it then works for a quarter of the time at most. A lower priority alone is not enough, since a busy core slows the others down.
 */
export function makeRoom(schedule = scheduled, pause: (ms: number) => Promise<unknown> = wait): () => Promise<void> {
  let before = schedule();
  let share = 0;
  return async () => {
    const now = schedule();
    if (!before || !now) return;
    const [ran, waited] = [now.ran - before.ran, now.waited - before.waited];
    if (ran + waited < leastMs) return;
    before = now;
    share += (waited / (ran + waited) - share) * newestCounts;
    if (share > oftenWaited) await pause(Math.min(ran * pauses, longestMs));
  };
}

/** Of the thread that calls. Null where the system does not tell, as anywhere but on Linux. */
function scheduled(): Scheduled | null {
  try {
    const [ran, waited] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return null;
  }
}
