import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { Projection } from "../read-models/projection.ts";
import type { Builds } from "../store/builds.ts";

type Followed = Pick<EventLog, "follow">;

/**
 * The same log. Before a follower gets the start of an erasure, the kept builds are dropped that hold personal fields in clear: nobody
 * removes anything from these any more. If that fails, it is tried again before the follower goes on.
 */
export function scrubbingLog(log: Followed, builds: Pick<Builds, "list" | "drop">, scrubbed: Scrubbed): Followed {
  const drop = async () => {
    for (const { projection, build, state } of await builds.list()) {
      if (state === "kept" && scrubbed.names.has(projection)) await builds.drop(projection, build);
    }
  };
  return {
    async *follow(after, signal, types) {
      for await (const events of log.follow(after, signal, types)) {
        const erased = events.findLast(({ type }) => type === "ErasureStarted");
        if (erased) await drop();
        scrubbed.erasedAt = erased?.position ?? scrubbed.erasedAt;
        yield events;
      }
    },
  };
}

/** What is to be done about the read models that hold personal fields in clear. */
export interface Scrubbed {
  names: ReadonlySet<string>;
  /** Someone was erased here: once that is applied, their files are compacted, however short ago they were. Null: that is done. */
  erasedAt: Position | null;
}

export const scrubbedOf = (projections: readonly Projection[]): Scrubbed => ({
  names: new Set(projections.filter(({ personal }) => personal === "opened").map(({ name }) => name)),
  erasedAt: null,
});
