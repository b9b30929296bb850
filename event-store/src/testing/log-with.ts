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

/** The calls of one command, by method and kind of stream: `{ "read user": 2 }`. */
type Calls = Record<string, number>;

/** The same log, and how often each of its calls was made since the last `reset`. */
export function countingCalls(log: EventLog): { log: EventLog; calls(): Calls; reset(): void } {
  let calls: Calls = {};
  const count = (call: string) => {
    calls[call] = (calls[call] ?? 0) + 1;
  };
  const kindOf = (stream: string) => stream.split("-", 1)[0];
  const counting = logWith(log, {
    read(stream, ...range) {
      count(`read ${kindOf(stream)}`);
      return log.read(stream, ...range);
    },
    append(stream, ...asked) {
      count(`append ${kindOf(stream)}`);
      return log.append(stream, ...asked);
    },
    head() {
      count("head");
      return log.head();
    },
    eventAt(position) {
      count("eventAt");
      return log.eventAt(position);
    },
  });
  return {
    log: counting,
    calls: () => ({ ...calls }),
    reset() {
      calls = {};
    },
  };
}
