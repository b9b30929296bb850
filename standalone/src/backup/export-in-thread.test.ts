import { randomUUID } from "node:crypto";
import { writeBackup } from "@attestory/event-store/backup/write-backup.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { sessionStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { exportThreads } from "./export-in-thread.ts";

/** More than the thread writes ahead. */
const events = 5000;
const now = new Date("2026-03-01T12:00:00.000Z");
const service = scratchServiceOfFile();
beforeAll(async () => {
  const happens = (sessionId: string) =>
    service.happened(sessionStream(sessionId), { type: "SessionEnded", data: { sessionId, reason: "signed-out" } });
  for (let at = 0; at < events; at += 500) {
    await Promise.all(Array.from({ length: 500 }, () => happens(randomUUID())));
  }
});

const threadsOf = (generation = service.generation) => {
  const { dataDir, masterKey } = service;
  return exportThreads({ dataDir, generation, masterKeys: [masterKey] });
};

it("IM-12 writes in its thread what the service would write itself, up to the position", async () => {
  const end = BigInt(events - 1);
  const written = Buffer.concat(await Array.fromAsync(threadsOf().write({ now, end })));
  const source = { ...service, masterKey: masterKey(service.masterKey) };
  expect(written.toString()).toBe(Buffer.concat(await Array.fromAsync(writeBackup(source, { now, end }))).toString());
});

it("ends its thread when nobody reads on", async () => {
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
  const before = threads();
  for await (const piece of threadsOf().write({ now, end: BigInt(events) })) {
    expect(piece.length).toBeGreaterThan(0);
    expect(threads()).toBeGreaterThan(before);
    break;
  }
  expect(threads()).toBe(before);
});

it("fails when its thread cannot read the log", async () => {
  await expect(Array.fromAsync(threadsOf(7).write({ now, end: 1n }))).rejects.toThrow();
});

it("ends its threads when it is closed, also for those who read", async () => {
  const threads = threadsOf();
  const reading = async () => {
    for await (const _ of threads.write({ now, end: BigInt(events) })) await threads.close();
  };
  await expect(reading()).rejects.toThrow("the thread of the export ended too early");
});
