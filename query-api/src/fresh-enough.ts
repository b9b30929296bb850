import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { type ProblemAnswer, problem } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { type MarkSigner, parseMark, positionCookie, readMark } from "@attestory/http/security/position-mark.ts";
import type { Progress } from "@attestory/projections/follower/progress.ts";

/** Read models further behind than this are not believed, and nobody waits for them longer. */
export const patienceSeconds = 2;
/** Enough turns of the event loop to hear what was told while it was busy. */
const newsMs = 10;

/** "Ask again in a moment": what was written is not to be read yet. */
export const projectionLag = (): ProblemAnswer =>
  problem(503, "projection_lag", "This is not up to date yet. Please try again in a moment", {
    headers: { "Retry-After": "1" },
  });

export interface Freshness {
  /** Whether the projections hold everything up to the position, once they do; false when that takes too long. */
  reached(names: readonly string[], position: Position): Promise<boolean>;
  /**
   * Whether the projections may be read for this request: they have not fallen so far behind that nothing in them can be
   * believed, and hold what the client has caused or seen, by the marks that it carries.
   */
  readable(context: RequestContext, names: readonly string[]): Promise<boolean>;
}

interface FreshnessParts {
  log: Pick<EventLog, "generation" | "head">;
  progress: Progress;
  hmac: MarkSigner;
  now: Clock;
}

/** Reading one's own writes: by a mark in a header, or one in the cookie that commands set. */
export function createFreshness({ log, progress, hmac, now }: FreshnessParts): Freshness {
  /** The newest first. A mark of another generation, or one that is none, is not among them. */
  const marksOf = ({ logPosition, cookies }: RequestContext): Position[] => {
    const cookie = cookies.get(positionCookie);
    const marks = [logPosition ? parseMark(logPosition) : null, cookie ? readMark(cookie, now(), hmac) : null];
    return marks
      .flatMap((mark) => (mark?.generation === log.generation ? [mark.position] : []))
      .sort((a, b) => Number(b - a));
  };
  const reached = (names: readonly string[], position: Position) =>
    progress.waitForPosition(names, position, patienceSeconds * 1000);

  const isTooFarBehind = (names: readonly string[]) => progress.lagSeconds(names) > patienceSeconds;

  return {
    reached,
    async readable(context, names) {
      if (isTooFarBehind(names)) {
        // News of the projections may be waiting behind this very request, where the process was busy.
        await sleep(newsMs);
        if (isTooFarBehind(names)) return false;
      }
      const ahead = marksOf(context).filter((position) => position > progress.position(names));
      if (ahead.length === 0) return true;
      const head = await log.head();
      // What the log does not hold nobody has seen: such a mark is ignored.
      const mark = ahead.find((position) => position <= head);
      return mark === undefined || reached(names, mark);
    },
  };
}
