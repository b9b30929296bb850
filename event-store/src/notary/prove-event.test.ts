import { randomUUID } from "node:crypto";
import { backupsStream, notaryStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { DamagedEvent, type EventLog } from "../log/event-log.ts";
import { storedBytes } from "../log/stored-bytes.ts";
import { newEvent } from "../testing/new-event.ts";
import { scratchServiceOfTest } from "../testing/scratch-scenes.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { rootByProof } from "./inclusion-proof.ts";
import { leafHash } from "./merkle-tree.ts";
import { startNotary } from "./notary.ts";
import { notaryKey } from "./notary-key.ts";
import { createEventProver, type EventName } from "./prove-event.ts";

const service = scratchServiceOfTest();
const key = () => notaryKey(service.keyring);
async function happened(times: number): Promise<void> {
  const { log, sealing } = service;
  const data = { file: null, step: "proof" as const, reason: "the disk is full" };
  const events = Array.from({ length: times }, () => newEvent({ type: "BackupFailed", data }));
  const { version } = await log.read(backupsStream);
  await log.append(backupsStream, version, await sealing.seal(backupsStream, events));
}
/** So many events more, and a checkpoint of them. */
async function signed(times: number): Promise<void> {
  await happened(times);
  const { promise, resolve: onSigned, reject: reportError } = Promise.withResolvers<string>();
  const every = { events: 1, seconds: 1 };
  const notary = startNotary({ ...service, key: key(), now: () => new Date(), every, onSigned, reportError });
  await promise;
  await notary.close();
}
const wanted = () => false;
const prove = (name: EventName, log: Partial<EventLog> = {}, isAbandoned = wanted) =>
  createEventProver({ log: logWith(log), key: key() })(name, isAbandoned);
const logWith = (replaced: Partial<EventLog>): Pick<EventLog, "read" | "eventAt" | "readStored"> => ({
  read: (...input) => service.log.read(...input),
  eventAt: (...input) => service.log.eventAt(...input),
  readStored: (...input) => service.log.readStored(...input),
  ...replaced,
});
const inBackups = (version: number) => ({ stream: backupsStream, version });

it("LG-06 proves every event that a checkpoint covers, by its stream and version or by its id", async () => {
  for (const times of [2, 3, 4, 5]) await signed(times);
  const covered = (await service.log.readAll(0n, 100)).filter(({ type }) => type === "BackupFailed");
  expect(covered).toHaveLength(14);
  for (const event of covered) {
    const proven = await prove(event);
    if (typeof proven === "string") throw new Error(`${event.position} ${proven}`);
    expect(proven.bytes).toBe(storedBytes(event.stored));
    const head = openCheckpoint(proven.checkpoint, key());
    expect(rootByProof(leafHash(proven.bytes), proven.proof)).toEqual(head?.root);
    expect(await prove({ id: event.id, position: event.position })).toEqual(proven);
  }
});

it("says which events are not there or not covered yet", async () => {
  expect(await prove(inBackups(1))).toBe("no-such-event");
  await happened(1);
  expect(await prove(inBackups(1))).toBe("not-covered-yet");
  await signed(1);
  expect(await prove(inBackups(3))).toBe("no-such-event");
  expect(await prove({ stream: notaryStream, version: 1 })).toBe("not-covered-yet");
  expect(await prove({ id: randomUUID(), position: 1n })).toBe("no-such-event");
  expect(await prove({ id: randomUUID(), position: 99n })).toBe("no-such-event");
});

it("LG-06 proves nothing by a log that is not what was signed", async () => {
  await signed(3);
  const readStored: EventLog["readStored"] = async (after, limit) =>
    (await service.log.readStored(after, limit)).map((event) =>
      event.position === 2n ? { ...event, data: "{}" } : event,
    );
  expect(await prove(inBackups(1), { readStored })).toBe("altered");
  const fewer: EventLog["readStored"] = async (after, limit) =>
    (await service.log.readStored(after, limit)).filter(({ position }) => position !== 1n);
  expect(await prove(inBackups(1), { readStored: fewer })).toBe("altered");
  const damaged = () => Promise.reject(new DamagedEvent("an event does not match its checksum"));
  expect(await prove(inBackups(1), { readStored: damaged })).toBe("altered");
  expect(await prove({ id: randomUUID(), position: 1n }, { eventAt: damaged })).toBe("altered");
});

/** With another checkpoint in the place of the only one. */
const withCheckpoint = (change: object): Partial<EventLog> => ({
  async read(stream, ...range) {
    const { events, version } = await service.log.read(stream, ...range);
    if (stream !== notaryStream) return { events, version };
    return {
      version,
      events: events.map((event) => ({ ...event, data: { ...event.data, ...change } }) as typeof event),
    };
  },
});

it("LG-06 proves nothing by a checkpoint that was changed", async () => {
  await signed(3);
  const [event] = (await service.log.read(notaryStream)).events;
  if (event?.type !== "CheckpointSigned") throw new Error("no checkpoint");
  const last = { stream: backupsStream, version: 9 };
  for (const change of [{ peaks: [] }, { size: 2 }, { last }, { note: event.data.note.replace("\n3\n", "\n4\n") }]) {
    expect(await prove(inBackups(1), withCheckpoint(change))).toBe("altered");
  }
});

it("throws what is no alteration, such as a log that does not answer", async () => {
  await signed(1);
  const readStored = () => Promise.reject(new Error("no answer"));
  await expect(prove(inBackups(1), { readStored })).rejects.toThrow("no answer");
});

it("reads no further once nobody waits for the proof", async () => {
  await signed(250);
  let reads = 0;
  const readStored: EventLog["readStored"] = (...input) => {
    reads++;
    return service.log.readStored(...input);
  };
  expect(await prove(inBackups(1), { readStored }, () => reads === 2)).toBe("abandoned");
  expect(reads).toBe(2);
  expect(await prove(inBackups(1), { readStored }, () => true)).toBe("abandoned");
  expect(reads).toBe(2);
});

it("proves two events at once, and the others after them", async () => {
  await signed(3);
  const waiting: (() => void)[] = [];
  const readStored: EventLog["readStored"] = async (...input) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return service.log.readStored(...input);
  };
  const proveInTurn = createEventProver({ log: logWith({ readStored }), key: key() });
  const proofs = [1, 2, 3].map((version) => proveInTurn(inBackups(version), wanted));
  await expect.poll(() => waiting.length).toBe(2);
  // Longer than a proof takes that does not wait.
  await prove(inBackups(1));
  expect(waiting).toHaveLength(2);
  waiting[0]?.();
  await expect.poll(() => waiting.length).toBe(3);
  for (const go of waiting) go();
  expect(await Promise.all(proofs)).toMatchObject([1, 2, 3].map((size) => ({ proof: { index: size - 1, size: 3 } })));
});
