import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { type RecordedEvent, UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { isDamage } from "../../follower/follower.ts";
import type { FoldParts } from "./build-to-head.ts";

type Scan = EventLog["scan"];

/** The log as if it ended before the first event that cannot be read. */
export interface ReadablePart extends FoldParts {
  /** True once decrypting has met such an event: a pass that begins again ends before it. */
  readonly isCut: () => boolean;
}

/**
 * Ends the log before the first event that is damaged, or that this release does not know: builds go as far as that, and their followers
 * report it. An event whose personal fields have no known form is found only when they are decrypted. That fails, once.
 */
export function readablePart({ log, sealing }: FoldParts): ReadablePart {
  let cutBefore: Position | null = null;
  const isBeyond = (position: Position) => cutBefore !== null && position >= cutBefore;
  const scan: Scan = async (after, limit, types) => {
    const nothing = { events: [], checkedUpTo: after, lastId: null };
    for (let most = limit; most >= 1; most = Math.floor(most / 2)) {
      const scanned = await log.scan(after, most, types).catch(unlessUnreadable);
      if (scanned && !isBeyond(scanned.checkedUpTo)) return scanned;
    }
    return nothing;
  };
  const decrypt: FoldParts["sealing"]["decrypt"] = async (events) => {
    try {
      return await sealing.decrypt(events);
    } catch (error) {
      if (error instanceof UnreadableEvent) cutBefore = await firstUnreadable(events, sealing);
      throw error;
    }
  };
  return { log: { scan, head: () => log.head() }, sealing: { decrypt }, isCut: () => cutBefore !== null };
}

function unlessUnreadable(error: unknown): null {
  if (isDamage(error)) return null;
  throw error;
}

async function firstUnreadable(
  events: readonly RecordedEvent[],
  sealing: FoldParts["sealing"],
): Promise<Position | null> {
  for (const event of events) {
    const isReadable = await sealing.decrypt([event]).then(
      () => true,
      (error: unknown) => !(error instanceof UnreadableEvent),
    );
    if (!isReadable) return event.position;
  }
  return null;
}
