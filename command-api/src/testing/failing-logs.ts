import { type EventLog, LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";

/** Simulates the death of a process: its code ends where this is thrown. */
export class Died extends Error {
  override name = "Died";
}

type Append = EventLog["append"];

/** The log with its appends replaced. They are counted from one. */
const around = (log: EventLog, append: (nth: number, asked: Parameters<Append>) => ReturnType<Append>): EventLog => {
  let appends = 0;
  return logWith(log, { append: (...asked) => append(++appends, asked) });
};

/** The log of a process that dies at its nth append, before or after it is written. */
export function dyingLog(log: EventLog, nth: number, moment: "before" | "after"): EventLog {
  return around(log, async (count, asked) => {
    if (count < nth) return log.append(...asked);
    if (count === nth && moment === "after") await log.append(...asked);
    throw new Died();
  });
}

/** A log whose nth append is written, but whose answer is lost. */
export function forgetfulLog(log: EventLog, nth: number): EventLog {
  return around(log, async (count, asked) => {
    const position = await log.append(...asked);
    if (count === nth) throw new LogUnavailable("the answer was lost");
    return position;
  });
}

/** The log of a process that stops before its nth append until `letGo` is called. */
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
