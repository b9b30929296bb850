/** @module-tag random */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import type { EventLog } from "./event-log.ts";
import { openSqliteEventLog } from "./sqlite/event-log.ts";

const folder = temporaryFolder();
const headerBytes = 18;
/** The ordinary run flips one bit of each byte. */
const everyBit = process.env.FULL_RUN === "1";
const onFault = (error: Error) => {
  throw error;
};
const open = (file: string, writes: boolean) => openSqliteEventLog({ file, generation: 1, writes, onFault });

const summaryOf = ({ id, version, position, stored }: RecordedEvent) => `${position} ${id} ${version} ${stored.data}`;

/** All ways to read an event. */
const reads = (stream: ReturnType<typeof exampleStream>): Record<string, (log: EventLog) => Promise<string[]>> => {
  const types = new Set<string>(exampleEvents(1).map(({ type }) => type));
  return {
    "its stream": async (log) => (await log.read(stream)).events.map(summaryOf),
    "all of the log": async (log) => (await log.readAll(0n, 100)).map(summaryOf),
    "the newest events": async (log) => (await log.readBack(100)).map(summaryOf),
    "events of some types": async (log) => (await log.scan(0n, 100, types)).events.map(summaryOf),
    "other types": async (log) => (await log.scan(0n, 100, new Set())).events.map(summaryOf),
    following: async (log) => {
      for await (const events of log.follow(0n, AbortSignal.timeout(30_000))) return events.map(summaryOf);
      return [];
    },
  };
};

/** Copies of the file, each with another bit flipped. */
function* flipped(bytes: Buffer, from: number, to: number): Generator<{ at: number; place: string; changed: Buffer }> {
  for (let at = from; at < to; at++) {
    for (const bit of everyBit ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      yield { at, place: `bit ${bit} of byte ${at - from}`, changed };
    }
  }
}

it("RE-04 never returns wrong data for a flipped bit, and finds each from an event's id to its checksum at every read", {
  timeout: 600_000,
}, async () => {
  const sound = join(folder, "sound.sqlite");
  const log = await open(sound, true);
  const stream = exampleStream();
  const events = exampleEvents(3);
  await log.append(stream, 0, events);
  const right: Record<string, string[]> = {};
  for (const [what, read] of Object.entries(reads(stream))) right[what] = await read(log);
  await log.close();

  const bytes = readFileSync(sound);
  // A row is contiguous: a header of about twenty bytes, the stream name, …, the checksum; newer rows precede older ones.
  const idAt = bytes.indexOf(events[1]?.id ?? "");
  const from = bytes.lastIndexOf(stream, idAt) - headerBytes;
  const to = bytes.indexOf(stream, idAt) - headerBytes;
  expect(to - from).toBeGreaterThan(300);

  const file = join(folder, "flipped.sqlite");
  const errors: Error[] = [];
  for (const { at, place, changed } of flipped(bytes, from, to)) {
    writeFileSync(file, changed);
    const damaged = await open(file, false);
    for (const [what, read] of Object.entries(reads(stream))) {
      const outcome = await read(damaged).catch((error: Error) => error);
      if (outcome instanceof Error) {
        errors.push(outcome);
        continue;
      }
      // SQLite reads stream and version from the index, and not all of a row's header: then the result is right.
      expect(at, `${what}, ${place}`).toBeLessThan(idAt);
      expect(outcome, `${what}, ${place}`).toEqual(right[what]);
    }
    await damaged.close();
  }
  // The error message for the operator names the position.
  const named = errors.filter(({ message }) =>
    /^the event at position \d+ (does not match its checksum|found where \d+ was expected)$/.test(message),
  );
  expect(named.length / errors.length).toBeGreaterThan(0.9);
  expect(errors.length).toBeGreaterThan((to - from) * 4);
});
