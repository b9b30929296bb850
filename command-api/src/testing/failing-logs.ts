import { type EventLog, LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";

/** What the code of a process meets that has died: it ends there. */
export class Died extends Error {
  override name = "Died";
}

type Append = EventLog["append"];

/** The log with something done around its appends, which are counted from one. */
const around = (log: EventLog, append: (nth: number, asked: Parameters<Append>) => ReturnType<Append>): EventLog => {
  let appends = 0;
  return logWith(log, { append: (...asked) => append(++appends, asked) });
};

/** The log as a process sees it that dies at its nth append, before that is written or after. */
export function dyingLog(log: EventLog, nth: number, moment: "before" | "after"): EventLog {
  return around(log, async (count, asked) => {
    if (count < nth) return log.append(...asked);
    if (count === nth && moment === "after") await log.append(...asked);
    throw new Died();
  });
}

/** The log whose nth append is written, and whose answer to it is lost. */
export function forgetfulLog(log: EventLog, nth: number): EventLog {
  return around(log, async (count, asked) => {
    const position = await log.append(...asked);
    if (count === nth) throw new LogUnavailable("the answer was lost");
    return position;
  });
}

/** The log of a process that stops before its nth append until it is let go. */
export function heldLog(log: EventLog, nth: number): { log: EventLog; held: Promise<void>; letGo: () => void } {
  const held = Promise.withResolvers<void>();
  const freed = Promise.withResolvers<void>();
  const holding = around(log, async (count, asked) => {
    if (count === nth) {
      held.resolve();
      await freed.promise;
    }
    return log.append(...asked);
  });
  return { log: holding, held: held.promise, letGo: freed.resolve };
}
