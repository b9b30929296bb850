import type { EventLog } from "../log/event-log.ts";

/** A real log that does some things differently, as when its process dies or an answer is lost. */
export const logWith = (log: EventLog, differences: Partial<EventLog>): EventLog =>
  new Proxy(log, {
    get(target, name) {
      const value = Reflect.get(name in differences ? differences : target, name, target);
      // A log keeps its own in private fields, which only it may touch.
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** The same log, and how many events were read of its streams. */
export function countingReads(log: EventLog): { log: EventLog; read(): number } {
  let read = 0;
  const counting = logWith(log, {
    async read(...asked) {
      const page = await log.read(...asked);
      read += page.events.length;
      return page;
    },
  });
  return { log: counting, read: () => read };
}
