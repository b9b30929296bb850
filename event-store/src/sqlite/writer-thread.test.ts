import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { expect, it, vi } from "vitest";
import { LogUnavailable } from "../log/event-log.ts";
import { openSqliteEventLog } from "../log/sqlite/event-log.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const folder = temporaryFolder();

/** Opens a log and returns it with the thread that writes it. */
async function openWithThread(name: string) {
  const file = join(folder, `${name}.sqlite`);
  const onFault = vi.fn();
  const thread = Promise.withResolvers<Worker>();
  process.once("worker", thread.resolve);
  const log = await openSqliteEventLog({ file, generation: 1, writes: true, onFault });
  return { file, log, onFault, thread: await thread.promise };
}

it("rejects pending appends and reports the fault once when its thread dies", async () => {
  const { file, log, onFault, thread } = await openWithThread("dies");
  const stream = exampleStream();
  // Another connection locks the file: the first append stays in progress in the thread, and the others wait for it.
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  const pending = [log.append(stream, 0, exampleEvents(1))];
  await Promise.resolve();
  pending.push(log.append(stream, 1, exampleEvents(1)), log.append(exampleStream(), 0, exampleEvents(1)));
  const outcomes = Promise.allSettled(pending);
  const dead = thread.terminate();
  other.close();
  await dead;
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(LogUnavailable) });
  }
  expect(onFault).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: expect.stringContaining("ended") }),
  );
  await log.close();
});

it("rejects appends at once after its thread died, while reads continue", async () => {
  const { log, thread } = await openWithThread("dead");
  const stream = exampleStream();
  await log.append(stream, 0, exampleEvents(2));
  await thread.terminate();
  await expect(log.append(stream, 2, exampleEvents(1))).rejects.toBeInstanceOf(LogUnavailable);
  expect((await log.read(stream)).version).toBe(2);
  await log.close();
});

it("RE-07 accepts a repeat of an append whose outcome was lost, without a second event", async () => {
  const { file, log, thread } = await openWithThread("again");
  const stream = exampleStream();
  const events = exampleEvents(2);
  await Promise.allSettled([log.append(stream, 0, events), thread.terminate()]);
  await log.close();

  const reopened = await openSqliteEventLog({ file, generation: 1, writes: true, onFault: vi.fn() });
  const position = await reopened.append(stream, 0, events);
  const recorded = await reopened.read(stream);
  expect(recorded.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  expect(recorded.events.at(-1)?.position).toBe(position);
  await reopened.close();
});

it("reports no fault when it is closed, even several times", async () => {
  const { log, onFault } = await openWithThread("closed");
  await Promise.all([log.append(exampleStream(), 0, exampleEvents(1)), log.close(), log.close()]);
  await log.close();
  expect(onFault).not.toHaveBeenCalled();
});

it("rejects the opening of a file that cannot be opened, and reports nothing else", async () => {
  const onFault = vi.fn();
  const file = join(folder, "no such folder", "events.sqlite");
  await expect(openSqliteEventLog({ file, generation: 1, writes: true, onFault })).rejects.toThrow("unable to open");
  expect(onFault).not.toHaveBeenCalled();
});
