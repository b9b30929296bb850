import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sessionStream } from "@attestory/events/envelope.ts";
import { exampleEvent, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onFault } from "../testing/folder-log.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { DamagedEvent, type EventLog } from "./event-log.ts";
import { openSqliteEventLog } from "./sqlite/event-log.ts";

const file = join(temporaryFolder(), "events.sqlite");
let log: EventLog;

beforeAll(async () => {
  log = await openSqliteEventLog({ file, generation: 1, writes: true, onFault });
});
afterAll(() => log.close());

/** Appends three events to a new stream, the middle one encrypted, and then changes the file through another connection. */
async function damaged(change: string, ...values: (string | Uint8Array)[]) {
  const stream = exampleStream();
  const sealed = exampleEvent({ person: crypto.randomUUID(), sealed: Uint8Array.of(1, 2, 3, 255) });
  const before = await log.head();
  await log.append(stream, 0, [exampleEvent(), sealed, exampleEvent()]);
  const database = new DatabaseSync(file);
  const { changes } = database
    .prepare(`UPDATE events SET ${change} WHERE stream = ? AND version = 2`)
    .run(...values, stream);
  database.close();
  expect(changes).toBe(1);
  return { stream, before };
}

const flipped = "cast(substr(data, 1, 20) || 'X' || substr(data, 22) AS TEXT)";

describe("RE-04 a stored event that was altered", () => {
  it.each([
    ["one letter of its payload", `data = ${flipped}`],
    ["its metadata", `metadata = replace(metadata, 'example', 'exbmple')`],
    ["its type", "type = 'SessionEnded'"],
    ["its schema version", "schema_version = 2"],
    ["its time", "recorded_at = recorded_at + 1"],
    ["its person", `person = '${crypto.randomUUID()}'`],
    ["its person, removed", "person = NULL"],
    ["one byte of its sealed fields", "sealed = x'010203fe'"],
    ["its sealed fields, removed", "sealed = NULL"],
    ["its id", `id = '${crypto.randomUUID()}'`],
    ["its checksum", "checksum = zeroblob(32)"],
    ["the length of its checksum", "checksum = x'00'"],
  ])("is refused at every read: %s", async (_, change) => {
    const { stream, before } = await damaged(change);
    await expect(log.read(stream)).rejects.toBeInstanceOf(DamagedEvent);
    await expect(log.readAll(before, 10)).rejects.toBeInstanceOf(DamagedEvent);
    await expect(log.scan(before, 10, new Set())).rejects.toBeInstanceOf(DamagedEvent);
    const following = log.follow(before, AbortSignal.timeout(30_000))[Symbol.asyncIterator]();
    await expect(following.next()).rejects.toBeInstanceOf(DamagedEvent);
    expect((await log.read(stream, 2)).events).toHaveLength(1);
  });

  it("is refused where it was and where it is now, when its stream or version changed", async () => {
    const elsewhere = sessionStream(crypto.randomUUID());
    const moved = await damaged("stream = ?", elsewhere);
    await expect(log.read(moved.stream)).rejects.toBeInstanceOf(DamagedEvent);
    await expect(log.read(elsewhere)).rejects.toBeInstanceOf(DamagedEvent);

    const renumbered = await damaged("version = 7");
    await expect(log.read(renumbered.stream)).rejects.toBeInstanceOf(DamagedEvent);
    await expect(log.read(renumbered.stream, 5)).rejects.toBeInstanceOf(DamagedEvent);
  });
});
