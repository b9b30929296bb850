/** @module-tag random */
import { once } from "node:events";
import { mkdtempSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { exampleEvent, exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { describe, expect, it } from "vitest";
import { eventLogContract } from "../../testing/event-log.contract.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { LogUnavailable } from "../event-log.ts";
import { openEventLog } from "../open-event-log.ts";
import { openSqliteEventLog } from "./event-log.ts";

const folder = temporaryFolder();
const onFault = (error: Error) => {
  throw error;
};
let files = 0;
const newFile = () => join(folder, `${++files}.sqlite`);
const open = (file: string, writes = true) => openSqliteEventLog({ file, generation: 1, writes, onFault });
const never = 2 ** 31 - 1;

eventLogContract("the SQLite log", async () => {
  const file = newFile();
  return {
    log: await open(file),
    again: () => open(file),
    announcedOnly: () => openSqliteEventLog({ file, generation: 1, writes: false, onFault, pollMs: never }),
  };
});

describe("the SQLite log", () => {
  it("fails only the append that violates the schema", async () => {
    const log = await open(newFile());
    const stream = exampleStream();
    const outcomes = await Promise.allSettled([
      log.append(exampleStream(), 0, exampleEvents(2)),
      // The first event could be written, but the second has no time.
      log.append(stream, 0, [exampleEvent(), exampleEvent({ recordedAt: Number.NaN })]),
      log.append(exampleStream(), 0, exampleEvents(2)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: expect.any(LogUnavailable) });
    expect((await log.read(stream)).version).toBe(0);
    expect(await log.readAll(0n, 10)).toHaveLength(4);
    await log.close();
  });

  it("refuses every append of a batch whose commit fails, writes none of them, and accepts the next batch", async () => {
    const file = newFile();
    const log = await open(file);
    const streams = [exampleStream(), exampleStream(), exampleStream()];
    const appendToAll = () => Promise.allSettled(streams.map((each) => log.append(each, 0, exampleEvents(2))));
    // SQLite checks a deferred foreign key only at the commit: every write succeeds, and then the commit fails.
    const database = new DatabaseSync(file);
    database.exec(`
      CREATE TABLE broken (id INTEGER REFERENCES events (position) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER breaking AFTER INSERT ON events WHEN NEW.stream = '${streams[1]}'
      BEGIN INSERT INTO broken VALUES (-1); END`);

    const outcomes = await appendToAll();

    const refused = {
      status: "rejected",
      reason: { name: "LogUnavailable", cause: { message: "FOREIGN KEY constraint failed" } },
    };
    expect(outcomes).toMatchObject([refused, refused, refused]);
    expect([await log.head(), await log.readAll(0n, 10)]).toEqual([0n, []]);
    database.exec("DROP TRIGGER breaking");
    database.close();
    const fulfilled = { status: "fulfilled" };
    expect(await appendToAll()).toMatchObject([fulfilled, fulfilled, fulfilled]);
    expect(await log.readAll(0n, 10)).toHaveLength(6);
    await log.close();
  });

  it("keeps acknowledged events when it is reopened", async () => {
    const file = newFile();
    const first = await open(file);
    const stream = exampleStream();
    const position = await first.append(stream, 0, exampleEvents(3));
    await first.close();
    const reopened = await open(file);
    expect(await reopened.head()).toBe(position);
    expect(await reopened.append(stream, 3, exampleEvents(1))).toBeGreaterThan(position);
    await reopened.close();
  });

  it("leaves a single file when it is closed, so that a copy of it is complete", async () => {
    const file = newFile();
    const log = await open(file);
    await log.append(exampleStream(), 0, exampleEvents(1));
    await log.close();
    expect(statSync(file).size).toBeGreaterThan(0);
    expect(() => statSync(`${file}-wal`)).toThrow("ENOENT");
  });

  it("refuses to write when opened for reading, and to open a missing file for reading", async () => {
    const file = newFile();
    await expect(open(file, false)).rejects.toThrow("unable to open");
    const log = await open(file);
    const reader = await open(file, false);
    await expect(reader.append(exampleStream(), 0, exampleEvents(1))).rejects.toBeInstanceOf(TypeError);
    const position = await log.append(exampleStream(), 0, exampleEvents(1));
    expect(await reader.head()).toBe(position);
    await reader.close();
    await log.close();
  });

  it("notifies a follower in another thread of every commit", async () => {
    const dataDir = mkdtempSync(join(folder, "data-"));
    const log = await openEventLog({ dataDir, generation: 1, writes: true, onFault });
    const thread = new Worker(new URL("../../testing/following-thread.ts", import.meta.url), {
      workerData: { dataDir },
    });
    const received: string[] = [];
    await once(thread, "message");
    const events = exampleEvents(100);
    const complete = new Promise<void>((resolve) => {
      thread.on("message", (id: string) => {
        if (received.push(id) === events.length) resolve();
      });
    });
    const stream = exampleStream();
    for (const [version, event] of events.entries()) await log.append(stream, version, [event]);
    await complete;
    thread.postMessage("stop");
    await once(thread, "exit");
    expect(received).toEqual(events.map(({ id }) => id));
    await log.close();
  });
});
