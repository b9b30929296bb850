/** @module-tag slow */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultyLog, openFaultyLog } from "../event-logs.ts";

let faulty: FaultyLog;
beforeAll(async () => {
  faulty = await openFaultyLog(join(temporaryFolder(), "events.sqlite"));
});
afterAll(() => faulty.close());

/** As a command does: checks again and repeats an append that the log may soon take. */
async function appendPatiently(events = exampleEvents(2)): Promise<bigint> {
  const stream = exampleStream();
  for (;;) {
    try {
      return await faulty.log.append(stream, 0, events);
    } catch (error) {
      if (!(error instanceof LogUnavailable && error.isBrief)) throw error;
    }
  }
}
/** Fails for a call that is refused. */
const askEverything = () =>
  Promise.all([
    faulty.log.head(),
    faulty.log.newest(),
    faulty.log.read(exampleStream()),
    faulty.log.readAll(0n, 10),
    appendPatiently(),
  ]);

describe("the log in EventStoreDB, when the store does not answer for a moment", () => {
  it("RE-58 answers every call, only later, when the store refuses connections for 2.5 s, as in an election", async () => {
    await faulty.proxy.refuse();
    const asked = askEverything();
    await wait(2500);
    await faulty.proxy.accept();
    await asked;
  });

  it("RE-34 answers every call, only later, when the store pauses for 2.5 s", async () => {
    faulty.proxy.pause();
    // More than are sent at once: those that waited are refused, and asked for again with their checks.
    const asked = Promise.all([askEverything(), ...Array.from({ length: 40 }, () => appendPatiently())]);
    await wait(2500);
    faulty.proxy.resume();
    await asked;
  });

  it("RE-34 answers every call when a connection dies silently and others do not", async () => {
    faulty.proxy.stall();
    await askEverything();
  });

  it("RE-30 refuses for good what an outage outlasts", async () => {
    await faulty.proxy.refuse();
    await expect(appendPatiently()).rejects.toMatchObject({ name: "LogUnavailable", isBrief: false });
    await expect(faulty.log.head()).rejects.toMatchObject({ name: "LogUnavailable", isBrief: false });
  });
});
