import type { Position } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { Silence } from "./failures.ts";

/** An append that can be repeated: the store treats the same ids at the same version as the same append. */
export interface RepeatableAppend {
  /** @throws within a limited time */
  make(): Promise<Position | null>;
  /** The position of the last event if exactly these events are stored at their versions, else null. */
  lookUp(): Promise<Position | null>;
}

const firstLookMs = 100;
/** The most concurrent lookups. If many appends wait for an answer, the store is slow, and more lookups would make it slower. */
const mostLooking = 4;
let looking = 0;

/** Checks at growing intervals whether the events are stored. */
async function seen({ lookUp }: RepeatableAppend, signal: AbortSignal): Promise<Position | null> {
  for (let look = 1; !signal.aborted; look++) {
    // Exact: a shorter delay would burden a slow store.
    await pause(backoffMs(look, { firstMs: firstLookMs, random: () => 0 }), signal);
    if (signal.aborted || looking >= mostLooking) continue;
    looking++;
    const position = await lookUp().catch(() => null);
    looking--;
    if (position !== null) return position;
  }
  return null;
}

/**
 * Makes an append once and returns the position of its last event. The store leaves the second of two simultaneous, equal appends
 * without an answer for seconds, and an answer can get lost. So while no answer has arrived, the log is searched for the events.
 * @throws the store's error; after a transient failure it is unknown whether the events were appended
 */
export async function appendSeeing(append: RepeatableAppend): Promise<Position> {
  const stop = new AbortController();
  const answer = append.make().then(async (position) => position ?? (await append.lookUp()));
  try {
    const position = await Promise.race([answer, seen(append, stop.signal)]);
    if (position !== null) return position;
    throw new Silence("the store accepted an append that is not in the log");
  } finally {
    stop.abort();
  }
}
