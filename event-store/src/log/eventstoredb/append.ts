import { setTimeout as wait } from "node:timers/promises";
import type { Position } from "@attestory/events/envelope.ts";
import { Silence } from "./failures.ts";

/** One append that can be made again with the same ids at the same version, which the store then takes for the same append. */
export interface RepeatableAppend {
  /** @throws in time */
  make(): Promise<Position | null>;
  /** The position of the last event, if these very events stand where they should; else null. */
  lookUp(): Promise<Position | null>;
}

const firstLookMs = 100;
/** An answer to some is missing, to many it is late: then looking up all of them would make it later still. */
const mostLooking = 4;
let looking = 0;

/** Looks now and then, ever less often, whether the events stand there. */
async function seen({ lookUp }: RepeatableAppend, signal: AbortSignal): Promise<Position | null> {
  for (let pauseMs = firstLookMs; !signal.aborted; pauseMs *= 2) {
    await wait(pauseMs, null, { signal }).catch(() => {});
    if (signal.aborted || looking >= mostLooking) continue;
    looking++;
    const position = await lookUp().catch(() => null);
    looking--;
    if (position !== null) return position;
  }
  return null;
}

/**
 * Makes an append once and answers where its last event stands. A store that is asked twice at once for the same events leaves the
 * second caller without an answer for seconds, and an answer can get lost: so, while none comes, it is looked up what stands in the log.
 * @throws what the store says; after a transient failure it is not known what became of the append
 */
export async function appendSeeing(append: RepeatableAppend): Promise<Position> {
  const stop = new AbortController();
  const answer = append.make().then(async (position) => position ?? (await append.lookUp()));
  try {
    const position = await Promise.race([answer, seen(append, stop.signal)]);
    if (position !== null) return position;
    throw new Silence("an append was taken and does not stand in the log");
  } finally {
    stop.abort();
  }
}
