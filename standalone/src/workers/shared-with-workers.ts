import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { SingleUses } from "@attestory/http/security/single-uses.ts";
import type { Notices } from "@attestory/http/server/create-service.ts";
import type { ReportedProgress } from "@attestory/projections/follower/progress.ts";
import { authenticationNames } from "@attestory/projections/read-models/all-projections.ts";
import type { Changed } from "@attestory/projections/store/caching-read-store.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { Ask, Generation, NamedLimit } from "./worker-messages.ts";

/** What the owner of a generation shares with workers, which read its files. */
export interface SharedWithWorkers {
  log: Pick<EventLog, "generation" | "append">;
  rateLimiter: RateLimiter;
  singleUses: SingleUses;
  progress: Pick<ReportedProgress, "subscribe">;
  now: Clock;
  mailFault(): Promise<string | null> | string | null;
  notices: Notices;
}

/** Who is told when a generation is opened, and asked to let go of it. */
export interface Workers {
  /** From now on they read the generation's files. */
  open(shared: SharedWithWorkers): void;
  /** Documents were written. Called before the progress that includes them. */
  changed(changed: Changed): void;
  /** True once no worker has a document in memory from before the progress that is known now; false after `ms`. */
  confirm(ms: number): Promise<boolean>;
  /** Resolves once none of them has a file of the generation open. */
  leave(): Promise<void>;
  /** The metrics of each. */
  measure(): Promise<object[][]>;
}

/** Tells this process and all workers of documents that were written. */
export const forgetByAll = (forget: Workers["changed"], workers: Workers | undefined): Workers["changed"] =>
  workers
    ? (changed) => {
        forget(changed);
        workers.changed(changed);
      }
    : forget;

/** Waits until no process signs anyone in by what was so before the position. */
export const projectedToAll =
  (progress: Pick<ReportedProgress, "waitForPosition">, workers: Workers | undefined) =>
  async (position: Position, ms: number): Promise<boolean> => {
    const until = performance.now() + ms;
    const isReached = await progress.waitForPosition(authenticationNames, position, ms);
    if (!isReached || workers === undefined) return isReached;
    // The progress has been sent to the workers: they take what is sent to them in order.
    return workers.confirm(until - performance.now());
  };

export const generationOf = ({ log, now, singleUses }: SharedWithWorkers): Generation => ({
  generation: log.generation,
  now: now().getTime(),
  usesSince: singleUses.since?.getTime() ?? null,
});

const limitOf = (rateLimiter: RateLimiter, of: NamedLimit) =>
  "rule" in of ? rateLimiter.delays(of.name, of.rule) : rateLimiter.window(of.name, of.limit, of.seconds);

/** Answers what a worker asks. The errors of the log are the worker's to handle. */
export async function answerAsk(shared: SharedWithWorkers, ask: Ask): Promise<unknown> {
  switch (ask.kind) {
    case "append":
      return shared.log.append(ask.stream, ask.expected, ask.events);
    case "mailFault":
      return shared.mailFault();
    case "notices":
      return shared.notices();
    default:
      return limitOf(shared.rateLimiter, ask.of)[ask.kind](ask.key);
  }
}
