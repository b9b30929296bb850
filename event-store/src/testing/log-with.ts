import type { EventLog } from "../log/event-log.ts";

/** A real log with some methods replaced, to simulate a process that dies or an answer that is lost. */
export const logWith = (log: EventLog, differences: Partial<EventLog>): EventLog =>
  new Proxy(log, {
    get(target, name) {
      const value = Reflect.get(name in differences ? differences : target, name, target);
      // A log has private fields, which only the log itself can access.
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** The same log, and the number of events read from its streams. */
export function countingReads(log: EventLog): { log: EventLog; read(): number } {
  let read = 0;
  const counting = logWith(log, {
    async read(...input) {
      const page = await log.read(...input);
      read += page.events.length;
      return page;
    },
  });
  return { log: counting, read: () => read };
}
