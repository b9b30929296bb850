import { afterAll, beforeAll, describe } from "vitest";
import type { EventLog } from "../log/event-log.ts";
import { appendContract } from "./append.contract.ts";
import { appendModelContract } from "./append-model.contract.ts";
import { followContract } from "./follow.contract.ts";
import { readContract } from "./read.contract.ts";

/** A new, empty log. `again` opens it once more. */
export interface LogUnderTest {
  log: EventLog;
  again(): Promise<EventLog>;
  /** One more opening, which never polls for events. Absent if every opening polls. */
  announcedOnly?(): Promise<EventLog>;
}

/** The number of trials: each takes longer if the log is across a network. */
export interface Extent {
  /** Races of two writers, in batches of a thousand or a tenth of all. */
  races: number;
  /** Histories of random appends. */
  histories: number;
}
const full = process.env.FULL_RUN === "1";
const near: Extent = full ? { races: 10_000, histories: 1000 } : { races: 2000, histories: 50 };

/** The contract tests that every adapter of the log passes. */
export function eventLogContract(name: string, open: () => Promise<LogUnderTest>, extent = near): void {
  describe(name, () => {
    const opened: EventLog[] = [];
    const closeLater = (each: EventLog) => {
      opened.push(each);
      return each;
    };
    /** A new, empty log of its own, for a test that needs one or closes it. */
    const openEmpty = async () => {
      const empty = await open();
      const { announcedOnly } = empty;
      return {
        log: closeLater(empty.log),
        again: async () => closeLater(await empty.again()),
        announcedOnly: announcedOnly && (async () => closeLater(await announcedOnly())),
      };
    };
    // All other tests share one log, written through two openings, and check the events after their start.
    let log: EventLog;
    let second: EventLog;
    let announcedOnly: EventLog | undefined;

    beforeAll(async () => {
      const shared = await openEmpty();
      log = shared.log;
      second = await shared.again();
      announcedOnly = await shared.announcedOnly?.();
    });
    afterAll(async () => {
      for (const each of opened) await each.close();
    });

    appendContract({ openEmpty, log: () => log, second: () => second, races: extent.races });
    readContract({ openEmpty, log: () => log, second: () => second });
    appendModelContract(() => ({ log, second }), extent.histories);
    followContract(() => ({ log, second, announcedOnly }));
  });
}
