import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { openCheckpoint, signCheckpoint } from "@attestory/event-store/notary/checkpoint.ts";
import { leafHash } from "@attestory/event-store/notary/merkle-tree.ts";
import { newestCheckpoint } from "@attestory/event-store/notary/newest-checkpoint.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { backupsStream, verificationsStream } from "@attestory/events/envelope.ts";
import { expect, it, onTestFinished } from "vitest";
import type { NotarySettings } from "./notary-variables.ts";
import { startPublishingNotary } from "./start-notary.ts";
import { verifyIfDue } from "./verify-daily.ts";

const service = scratchServiceOfTest();
const settings: NotarySettings = { events: 1, seconds: 60, file: null, webhook: null };
const happened = () =>
  service.happened(backupsStream, { type: "BackupFailed", data: { file: null, step: "proof", reason: "" } });
const errors: string[] = [];
const reportError = (message: string, error: unknown) => void errors.push(`${message}: ${String(error)}`);

function start(places: Partial<NotarySettings>) {
  const notary = startPublishingNotary({
    ...service,
    settings: { ...settings, ...places },
    now: () => new Date(),
    reportError,
  });
  onTestFinished(() => notary.close());
  return notary;
}
const newestNote = async () => (await newestCheckpoint(service.log))?.note ?? null;

it("publishes the newest checkpoint to a file, also one that it had no time to publish", async () => {
  const file = `${service.dataDir}/checkpoint`;
  await happened();
  const unpublishing = start({});
  await expect.poll(newestNote).not.toBeNull();
  await unpublishing.close();
  const published = () => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return null;
    }
  };
  start({ file });
  await expect.poll(published).toBe(await newestNote());
  await happened();
  await expect.poll(() => openCheckpoint(published() ?? "", notaryKey(service.keyring))?.size).toBeGreaterThan(1);
});

it("LG-06 leaves a published checkpoint that is not one of its log, and says so", async () => {
  const file = `${service.dataDir}/checkpoint`;
  const lost = signCheckpoint(
    { size: 1, root: leafHash("an event that the log no longer has") },
    notaryKey(service.keyring),
  );
  for (const wrong of ["some text\n", lost]) {
    writeFileSync(file, wrong);
    errors.length = 0;
    await happened();
    const notary = start({ file });
    await expect.poll(() => errors).toHaveLength(1);
    await notary.close();
    expect(errors[0]).toContain("checkpoint not published to CHECKPOINT_FILE, will retry: OtherHistory");
    expect(readFileSync(file, "utf8")).toBe(wrong);
  }
});

it("posts each checkpoint, and again until it is taken", async () => {
  const posted: string[] = [];
  const server = createServer(async (request, response) => {
    posted.push(await text(request));
    response.writeHead(posted.length === 1 ? 503 : 204).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await expect.poll(() => server.listening).toBe(true);
  start({ webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  await happened();
  await expect.poll(() => posted.length, { timeout: 5000 }).toBe(2);
  expect(posted).toEqual([await newestNote(), await newestNote()]);
});

it("LG-06 verifies the whole log once a day, and records what it finds", async () => {
  for (let time = 0; time < 3; time++) await happened();
  const notary = start({});
  await expect.poll(newestNote).not.toBeNull();
  await notary.close();
  const key = notaryKey(service.keyring);
  let now = new Date();
  const verifications = async (parts = { ...service, key, now: () => now, reportError }) => {
    await verifyIfDue(parts, new AbortController().signal);
    return (await service.log.read(verificationsStream)).events.map(({ type, data }) => ({ type, data }));
  };
  const good = { type: "LogVerified", data: { events: 4, checkpoints: 1, covered: 3 } };
  expect(await verifications()).toEqual([good]);
  expect(await verifications()).toEqual([good]);
  now = new Date(now.getTime() + 86_400_001);
  const readStored: typeof service.log.readStored = async (after, limit) =>
    (await service.log.readStored(after, limit)).map((event) =>
      event.position === 2n ? { ...event, data: "{}" } : event,
    );
  const log = {
    ...service.log,
    read: service.log.read.bind(service.log),
    append: service.log.append.bind(service.log),
    head: service.log.head.bind(service.log),
    readStored,
  };
  errors.length = 0;
  const reason = "the checkpoint of 3 events has another root than the events";
  const bad = { type: "LogRefuted", data: { events: 0, reason } };
  expect(await verifications({ ...service, log, key, now: () => now, reportError })).toEqual([good, bad]);
  expect(errors).toEqual([`the log is not what was signed: Error: ${reason}`]);
});
