import { backupsStream, notaryStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { storedBytes } from "../log/stored-bytes.ts";
import { scratchServiceOfTest } from "../testing/scratch-scenes.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { leafHash, MerkleTree } from "./merkle-tree.ts";
import { newestCheckpoint } from "./newest-checkpoint.ts";
import { startNotary } from "./notary.ts";
import { notaryKey } from "./notary-key.ts";
import { TreeCheck } from "./tree-check.ts";

const service = scratchServiceOfTest();
const fails = (error: unknown) => {
  throw error;
};
const happened = async (times = 1) => {
  for (let time = 0; time < times; time++) {
    const data = { file: null, step: "proof" as const, reason: `reason ${time}` };
    await service.happened(backupsStream, { type: "BackupFailed", data });
  }
};
const start = (every: { events: number; seconds: number }, onSigned?: (note: string) => void) =>
  startNotary({
    ...service,
    key: notaryKey(service.keyring),
    now: () => new Date(),
    every,
    reportError: fails,
    pollMs: 5,
    ...(onSigned && { onSigned }),
  });
const stored = () => service.log.readStored(0n, 10_000);
const checkpoints = async () => (await service.log.read(notaryStream)).version;
const checked = async (change = (events: Awaited<ReturnType<typeof stored>>) => events) => {
  const check = new TreeCheck(notaryKey(service.keyring));
  for (const event of change(await stored())) {
    const fault = check.add(event);
    if (fault) return fault;
  }
  return check.finish() ?? [check.checkpoints, check.covered];
};

it("signs a checkpoint after so many events, or so long after the first, and none of its own alone", async () => {
  const notes: string[] = [];
  const notary = start({ events: 3, seconds: 60 }, (note) => notes.push(note));
  await happened(2);
  await happened();
  await expect.poll(checkpoints).toBe(1);
  await notary.close();
  const [first = ""] = notes;
  const key = notaryKey(service.keyring);
  const tree = new MerkleTree();
  for (const event of (await stored()).slice(0, 3)) tree.append(leafHash(storedBytes(event)));
  expect(openCheckpoint(first, key)).toEqual({ size: 3, root: tree.root() });

  await happened();
  const again = start({ events: 3, seconds: 0.02 });
  await expect.poll(checkpoints).toBe(2);
  await happened();
  await expect.poll(checkpoints).toBe(3);
  await again.close();
  expect((await newestCheckpoint(service.log))?.tree.size).toBe(7);
  expect(await checked()).toEqual([3, 7]);
});

it("is one notary, however many run and whenever they end", async () => {
  for (let round = 0; round < 5; round++) {
    const notaries = [start({ events: 2, seconds: 60 }), start({ events: 2, seconds: 60 })];
    await happened(4);
    const before = await checkpoints();
    await expect.poll(checkpoints).toBeGreaterThan(before - 1);
    for (const notary of notaries) await notary.close();
  }
  expect(await checked()).toEqual([await checkpoints(), expect.any(Number)]);
});

it("LG-06 finds any event that was changed, left out, added or moved before a checkpoint, and a checkpoint that another key signed", async () => {
  await happened(4);
  const notary = start({ events: 3, seconds: 60 });
  await expect.poll(checkpoints).toBe(1);
  await notary.close();
  expect(await checked()).toEqual([1, 4]);
  const wrong = { size: 4, reason: "has another root than the events" };
  expect(await checked((events) => events.with(1, { ...events[1], data: "{}" } as (typeof events)[0]))).toEqual(wrong);
  expect(await checked(([, ...events]) => events)).toEqual({ size: 4, reason: "follows one of 0, in a log of 3" });
  expect(await checked(([one, ...events]) => [one, one, ...events] as typeof events)).toEqual(wrong);
  expect(await checked(([one, two, ...events]) => [two, one, ...events] as typeof events)).toEqual(wrong);
  const garbled = { size: 0, reason: "is followed in notary by what is none" };
  expect(await checked((events) => events.with(4, { ...events[4], data: "{" } as (typeof events)[0]))).toEqual(garbled);
  const other = new TreeCheck(notaryKey({ hmac: () => Buffer.alloc(32, 1).toString("base64url") }));
  const faults = (await stored()).map((event) => other.add(event));
  expect(faults.at(-1)).toEqual({ size: 4, reason: "is not signed by the key of this log" });
});

it("LG-06 finds that a checkpoint kept elsewhere is not one of this log", async () => {
  await happened(5);
  const tree = new MerkleTree();
  for (const event of (await stored()).slice(0, 3)) tree.append(leafHash(storedBytes(event)));
  const good = { size: 3, root: tree.root() };
  const faultOf = async (kept: { size: number; root: Buffer }) => {
    const check = new TreeCheck(notaryKey(service.keyring), [good, kept]);
    const faults = (await stored()).map((event) => check.add(event));
    return faults.find((fault) => fault) ?? check.finish();
  };
  expect(await faultOf(good)).toBeNull();
  const size = 4;
  expect(await faultOf({ ...good, size })).toEqual({ size, reason: "was kept, and has another root than the events" });
  expect(await faultOf({ ...good, size: 9 })).toEqual({ size: 9, reason: "was kept, and the log has 5" });
});
