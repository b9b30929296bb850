import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { isDamage } from "../../follower/follower.ts";

/** Whether so many events lie between two positions, of which the second is not before the first, that a follower makes others wait. */
export type IsFar = (from: Position, to: Position) => Promise<boolean>;

const readAtOnce = 1000;
const noTypes: ReadonlySet<string> = new Set();

/**
 * Counts events by reading them, `most` at the most: in EventStoreDB a position is a count of bytes, and nothing counts events. Where an event
 * cannot be read, a build would get no further than a follower, which reports it: that is not far.
 */
export function countEvents(log: Pick<EventLog, "scan">, most: bigint): IsFar {
  const known = new Map<string, Promise<boolean>>();
  const isFar = async (from: Position, to: Position) => {
    let after = from;
    for (let left = Number(most); left > 0 && after < to; left -= readAtOnce) {
      const { checkedUpTo } = await log.scan(after, Math.min(left, readAtOnce), noTypes);
      if (checkedUpTo === after) return false;
      after = checkedUpTo;
    }
    return after < to;
  };
  return (from, to) => {
    // A position grows by one or more with each event.
    if (to - from <= most) return Promise.resolve(false);
    const asked = `${from} ${to}`;
    const answer = known.get(asked) ?? isFar(from, to).catch(unlessDamage);
    known.set(asked, answer);
    return answer;
  };
}

function unlessDamage(error: unknown): false {
  if (isDamage(error)) return false;
  throw error;
}
