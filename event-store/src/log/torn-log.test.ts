/** @module-tag random */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { DatabaseFault } from "../sqlite/open-database.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import type { EventLog } from "./event-log.ts";
import { openSqliteEventLog } from "./sqlite/event-log.ts";

const folder = temporaryFolder();
/** Each cut opens the log, which takes time: the ordinary run cuts within one append of the write-ahead log, and in a few places. */
const full = process.env.FULL_RUN === "1";
const step = full ? 41 : 3989;
const appendsCut = full ? 3 : 1;
const onFault = (error: Error) => {
  throw error;
};
const open = (file: string) => openSqliteEventLog({ file, generation: 1, writes: true, onFault });
const idsOf = async (log: EventLog) => (await log.readAll(0n, 1000)).map(({ id }) => id);

/** The file after the process was killed, with all events in the write-ahead log; and the file after the log was closed. */
const killed = join(folder, "killed.sqlite");
const closed = join(folder, "closed.sqlite");
/** The size of the write-ahead log after each append, and the events in the log then. */
const acknowledged: { bytes: number; ids: string[] }[] = [];

beforeAll(async () => {
  const file = join(folder, "events.sqlite");
  const log = await open(file);
  const stream = exampleStream();
  const ids: string[] = [];
  for (let version = 0; version < 20; version += 2) {
    const events = exampleEvents(2);
    await log.append(stream, version, events);
    ids.push(...events.map(({ id }) => id));
    acknowledged.push({ bytes: statSync(`${file}-wal`).size, ids: [...ids] });
  }
  for (const part of ["", "-wal", "-shm"]) copyFileSync(`${file}${part}`, `${killed}${part}`);
  await log.close();
  copyFileSync(file, closed);
});
const everything = () => acknowledged.at(-1)?.ids ?? [];

let copies = 0;
function copyOf(original: string, parts = ["-wal", "-shm"]): string {
  const file = join(folder, `copy-${++copies}.sqlite`);
  copyFileSync(original, file);
  for (const part of parts) if (existsSync(`${original}${part}`)) copyFileSync(`${original}${part}`, `${file}${part}`);
  return file;
}

/** The events in the log. Also checks that it accepts the next append. */
async function survivors(file: string): Promise<string[]> {
  const log = await open(file);
  try {
    const ids = await idsOf(log);
    await log.append(exampleStream(), 0, exampleEvents(1));
    expect(await idsOf(log)).toHaveLength(ids.length + 1);
    return ids;
  } finally {
    await log.close();
    for (const part of ["", "-wal", "-shm"]) rmSync(`${file}${part}`, { force: true });
  }
}

describe("RE-03 a truncated write-ahead log", { timeout: 600_000 }, () => {
  it("yields every append that was complete before the cut, and none partially, wherever it is cut", async () => {
    const cutOff = acknowledged.slice(-1 - appendsCut);
    const [from = 0, end = 0] = [cutOff[0]?.bytes, cutOff.at(-1)?.bytes];
    const edges = cutOff.flatMap(({ bytes }) => [bytes - 1, bytes, bytes + 1]);
    const cuts = [0, 1, 31, 32, ...edges.filter((cut) => cut <= end)];
    for (let cut = from; cut < end; cut += step) cuts.push(cut);
    expect(end - from).toBeGreaterThan(4096 * appendsCut);
    for (const cut of cuts) {
      const file = copyOf(killed);
      truncateSync(`${file}-wal`, cut);
      const whole = acknowledged.findLast(({ bytes }) => bytes <= cut)?.ids ?? [];
      expect(await survivors(file), `cut at ${cut}`).toEqual(whole);
    }
  });

  it("loses nothing to garbage after its end, nor to a missing or damaged index", async () => {
    for (const tail of [Buffer.alloc(1), Buffer.alloc(12_345), Buffer.alloc(4096, "garbage"), readFileSync(closed)]) {
      const file = copyOf(killed);
      appendFileSync(`${file}-wal`, tail);
      expect(await survivors(file)).toEqual(everything());
    }
    expect(await survivors(copyOf(killed, ["-wal"]))).toEqual(everything());
    const half = copyOf(killed);
    truncateSync(`${half}-shm`, 16_384);
    expect(await survivors(half)).toEqual(everything());
    const zeros = copyOf(killed);
    writeFileSync(`${zeros}-shm`, Buffer.alloc(32_768));
    expect(await survivors(zeros)).toEqual(everything());
  });

  it("drops a transaction with a flipped bit and everything after it", async () => {
    const at = (acknowledged.at(-3)?.bytes ?? 0) - 100;
    const file = copyOf(killed);
    const bytes = readFileSync(`${file}-wal`);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(`${file}-wal`, bytes);
    expect(await survivors(file)).toEqual(acknowledged.at(-4)?.ids);
  });
});

it("RE-03 refuses to open a truncated database, and names the file", { timeout: 600_000 }, async () => {
  const { size } = statSync(closed);
  const cuts = [1, 15, 16, 100, 4095, 4096, 4097, size - 4096, size - 1];
  for (let cut = 200; cut < size; cut += full ? 61 * step : size) cuts.push(cut);
  for (const cut of cuts) {
    const file = copyOf(closed);
    truncateSync(file, cut);
    const failure = await open(file).then(
      async (log) => `opened with ${(await idsOf(log)).length} events`,
      (error: Error) => error,
    );
    expect(failure, `cut at ${cut}`).toMatchObject({
      name: DatabaseFault.name,
      message: expect.stringContaining(file),
    });
  }
});
