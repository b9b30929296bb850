import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { type ProblemAnswer, problem, withHeaders } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { decryptMark, type KeyedDigest, positionCookie } from "@attestory/http/security/position-mark.ts";
import { maxLagSeconds, type Progress } from "@attestory/projections/follower/progress.ts";

/** A query waits no longer for the read models. */
const waitMs = 2000;
/** Enough turns of the event loop to receive progress reported while it was busy. */
const newsMs = 10;
/** Marks that a request may send in its header; further ones are ignored. */
const mostMarks = 8;

/** Asks the client to retry: the read models are not up to date yet. */
export const projectionLag = (): ProblemAnswer =>
  withHeaders(problem(503, "projection_lag", "This is not up to date yet. Please try again in a moment"), {
    "Retry-After": "1",
  });

export interface Freshness {
  /** Resolves to true once the projections hold everything up to the position, or to false if that takes too long. */
  waitForPosition(names: readonly string[], position: Position): Promise<boolean>;
  /**
   * Whether the projections may be read for this request: they are not too far behind, and they hold everything that the
   * client has caused or seen, according to the marks in the request.
   */
  readable(context: RequestContext, names: readonly string[]): Promise<boolean>;
}

/** Of most requests: few clients have just written something. */
const none: readonly Position[] = [];

interface FreshnessParts {
  log: Pick<EventLog, "generation" | "head">;
  progress: Progress;
  hmac: KeyedDigest;
  now: Clock;
}

/** Read-your-writes, by a mark in a header or in the cookie that commands set. */
export function createFreshness({ log, progress, hmac, now }: FreshnessParts): Freshness {
  /** The positions of all valid marks of this generation, newest first. */
  const marksOf = ({ logPosition, cookies }: RequestContext): readonly Position[] => {
    const cookie = cookies.get(positionCookie);
    if (logPosition === null && !cookie) return none;
    const sent = logPosition?.split(",", mostMarks).map((text) => text.trim()) ?? [];
    if (cookie) sent.push(cookie);
    return sent
      .map((text) => decryptMark(text, now(), hmac))
      .flatMap((mark) => (mark?.generation === log.generation ? [mark.position] : []))
      .sort((a, b) => Number(b - a));
  };
  const waitForPosition = (names: readonly string[], position: Position) =>
    progress.waitForPosition(names, position, waitMs);

  const isTooFarBehind = (names: readonly string[]) => progress.lagSeconds(names) > maxLagSeconds;

  return {
    waitForPosition,
    async readable(context, names) {
      if (isTooFarBehind(names)) {
        // If the process was busy, a progress report may be waiting behind this request.
        await sleep(newsMs);
        if (isTooFarBehind(names)) return false;
      }
      const ahead = marksOf(context).filter((position) => position > progress.position(names));
      if (ahead.length === 0) return true;
      const head = await log.head();
      // A mark beyond the head of the log is ignored: no client can have seen that event.
      const mark = ahead.find((position) => position <= head);
      return mark === undefined || waitForPosition(names, mark);
    },
  };
}
