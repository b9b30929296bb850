import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DamagedEvent, LogUnavailable, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { exampleEvent, exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";
import { selfSigned } from "../stand-ins/self-signed.ts";
import { openLog, useStandIn } from "./event-logs.ts";

const folder = temporaryFolder();
const file = join(folder, "events.sqlite");
const used = useStandIn(file);
const { generation } = used;

/** Every way to read an event. */
const reads = (stream: StreamName, before: bigint): Record<string, () => Promise<unknown>> => ({
  "its stream": () => used.log.read(stream),
  "all of the log": () => used.log.readAll(before, 10),
  "the newest events": () => used.log.readBack(3),
  "events of other types": () => used.log.scan(before, 10, new Set()),
  following: async () => {
    for await (const _ of used.log.follow(before, AbortSignal.timeout(5000)));
  },
});

describe("RE-04 a changed event in EventStoreDB", () => {
  it.each([
    ["its payload", "data = CAST(replace(data, 'sessionId', 'sessionid') AS BLOB)"],
    ["its time", "metadata = CAST(replace(metadata, '\"recordedAt\":1', '\"recordedAt\":2') AS BLOB)"],
    ["its metadata", "metadata = CAST(replace(metadata, 'example', 'exbmple') AS BLOB)"],
    ["its person", 'metadata = CAST(replace(metadata, \'"person":null\', \'"person":""\') AS BLOB)'],
    ["all of it", "data = CAST('null' AS BLOB)"],
    ["all of it, to invalid JSON", "data = x'00ff'"],
    ["its type", "type = 'SessionEnded'"],
    ["its id", `id = '${crypto.randomUUID()}'`],
    ["its checksum", "metadata = CAST(replace(metadata, 'checksum', 'checksun') AS BLOB)"],
    ["its checksum, removed", "metadata = x''"],
    ["its place in the stream", "revision = 7"],
  ])("is rejected at every read: %s", async (_, change) => {
    const stream = exampleStream();
    const before = await used.log.head();
    await used.log.append(stream, 0, exampleEvents(3));
    const database = new DatabaseSync(file, { timeout: 5000 });
    const name = `attestory.${generation}.${stream}`;
    const { changes } = database.prepare(`UPDATE events SET ${change} WHERE stream = ? AND revision = 1`).run(name);
    database.close();
    expect(changes).toBe(1);
    for (const read of Object.values(reads(stream, before))) await expect(read()).rejects.toBeInstanceOf(DamagedEvent);
  });

  it("is reported as missing when its stream is read", async () => {
    const stream = exampleStream();
    await used.log.append(stream, 0, exampleEvents(3));
    const database = new DatabaseSync(file, { timeout: 5000 });
    database.prepare("DELETE FROM events WHERE stream = ? AND revision = 1").run(`attestory.${generation}.${stream}`);
    database.close();
    await expect(used.log.read(stream)).rejects.toBeInstanceOf(DamagedEvent);
  });
});

describe("the log in EventStoreDB, before it sends a request", () => {
  it("rejects values that would not be read back unchanged", async () => {
    const [event] = exampleEvents(1) as [never];
    await expect(used.log.append(exampleStream(), 0, [event, event])).rejects.toBeInstanceOf(TypeError);
    await expect(
      used.log.append(exampleStream(), 0, [exampleEvent({ recordedAt: Number.NaN })]),
    ).rejects.toBeInstanceOf(TypeError);
  });

  it("accepts the largest append that the store takes, and rejects a larger one", async () => {
    const sized = (bytes: number) =>
      exampleEvent({ data: JSON.stringify({ sessionId: crypto.randomUUID(), note: "x".repeat(bytes) }) });
    await expect(used.log.append(exampleStream(), 0, [sized(600_000), sized(500_000)])).rejects.toBeInstanceOf(
      RangeError,
    );
    await used.log.append(exampleStream(), 0, [sized(500_000), sized(500_000)]);
  });

  it("rejects an invalid event store address without showing its password", async () => {
    for (const url of [
      "esdb://",
      "mongodb://ada:secret@host",
      "esdb://ada:secret@host:port?tls=true",
      "esdb://host:2113",
    ]) {
      const opening = openEventLog({ url, generation: 1, writes: true, onFault: () => {} });
      await expect(opening).rejects.toBeInstanceOf(TypeError);
      await expect(opening).rejects.not.toThrow("secret");
    }
  });

  it("reports a version conflict regardless of the connection string's options", async () => {
    const configured = await openLog(`${used.url}&throwOnAppendFailure=false&nodePreference=follower`);
    onTestFinished(() => configured.close());
    const stream = exampleStream();
    await configured.append(stream, 0, exampleEvents(1));
    await expect(configured.append(stream, 0, exampleEvents(1))).rejects.toBeInstanceOf(VersionConflict);
  });

  it("reads thousands of absent streams over one connection that the server keeps open", async () => {
    for (let asked = 0; asked < 3000; asked += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => used.log.read(exampleStream())));
      expect(answers.every(({ version }) => version === 0)).toBe(true);
    }
  });

  it("rejects writes when it is opened for reading", async () => {
    const reader = await openEventLog({ url: used.url, generation, writes: false, onFault: () => {} });
    onTestFinished(() => reader.close());
    await expect(reader.append(exampleStream(), 0, exampleEvents(1))).rejects.toBeInstanceOf(TypeError);
    expect(await reader.head()).toBe(await used.log.head());
  });
});

describe("the log in EventStoreDB with users, over TLS", () => {
  const { key, certificate } = selfSigned(folder);
  let guarded: EventStoreProcess;
  beforeAll(async () => {
    const file = join(folder, "guarded.sqlite");
    guarded = await startEventStore(file, 0, ["--key", key, "--certificate", certificate, "--user", "ada:pass word"]);
  });
  afterAll(() => guarded.stop());

  const opened = async (user: string) => {
    const log = await openLog(`esdb://${user}@localhost:${guarded.port}?tls=true&tlsCAFile=${certificate}`);
    onTestFinished(() => log.close());
    return log;
  };

  it("sends the connection string's credentials with every call", async () => {
    const log = await opened("ada:pass%20word");
    const stream = exampleStream();
    const position = await log.append(stream, 0, exampleEvents(2));
    expect((await log.read(stream)).version).toBe(2);
    expect(await log.head()).toBe(position);
    expect(await log.readAll(0n, 10)).toHaveLength(2);
    const { value } = await log.follow(0n, AbortSignal.timeout(5000))[Symbol.asyncIterator]().next();
    expect(value).not.toHaveLength(0);
  });

  it("reports wrong credentials", async () => {
    const log = await opened("ada:guessed");
    await expect(log.append(exampleStream(), 0, exampleEvents(1))).rejects.toBeInstanceOf(LogUnavailable);
    await expect(log.head()).rejects.toThrow(/refused the user.*EVENT_LOG/);
  });
});
