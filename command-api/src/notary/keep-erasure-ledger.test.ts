import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openErasureLedger, signErasureLedger } from "@attestory/event-store/notary/erasure-ledger.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import { openNote, signNote } from "@attestory/event-store/notary/signed-note.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { erasureStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it, onTestFinished } from "vitest";
import { keepErasureLedger } from "./keep-erasure-ledger.ts";

const service = scratchServiceOfTest();
const now = new Date();
const fileOf = () => join(service.dataDir, "checkpoint.erased");
const key = () => notaryKey(service.keyring);
const erase = (userId: string) => {
  const told = { requestedAt: null, startedAt: now.toISOString() };
  const data = { userId, receiptId: randomUUID(), reason: "own", ...told } as const;
  return service.happened(userStream(userId), { type: "PersonErased", data });
};
const hasNoKey = async (personId: string) => (await service.log.read(erasureStream(personId))).version === 1;

function start() {
  const errors: unknown[] = [];
  const reportError = (error: unknown) => void errors.push(error);
  const ledger = keepErasureLedger({ ...service, key: key(), file: fileOf(), now: () => now, reportError });
  onTestFinished(() => ledger.close());
  return { ...ledger, errors };
}

function inFile(): string[] | null {
  try {
    return [...(openErasureLedger(readFileSync(fileOf(), "utf8"), key())?.personIds ?? [])];
  } catch {
    return null;
  }
}

it("RE-42 lists who was erased, before and while it runs, in a file that the service signs", async () => {
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  await erase(first);
  const before = start();
  await expect.poll(inFile).toEqual([first]);
  await erase(second);
  await expect.poll(inFile).toEqual([first, second]);
  await before.close();
  await erase(third);
  const after = start();
  await expect.poll(inFile).toEqual([first, second, third]);
  expect([...before.errors, ...after.errors]).toEqual([]);
});

it.each([
  { what: "another log", generation: 7, position: 1n },
  { what: "a log that went on", generation: 1, position: 1_000_000n },
  { what: "a log whose place this one has grown past", generation: 1, position: 1n },
])("RE-42 erases again who was erased in $what, of which this one is a copy from before", async (place) => {
  const [own, other] = [randomUUID(), randomUUID()];
  await erase(own);
  const note = signErasureLedger({ ...place, eventId: randomUUID(), personIds: new Set([other]) }, key());
  writeFileSync(fileOf(), note);
  start();
  await expect.poll(inFile).toEqual([other, own]);
  expect(await hasNoKey(other)).toBe(true);
});

it("RE-42 takes nothing from a file that this service has not signed, leaves it, and says so", async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  await erase(own);
  const stranger = { ...key(), name: "attestory/stranger" };
  const ledger = { generation: 7, position: 1n, eventId: randomUUID(), personIds: new Set([other]) };
  const signed = signErasureLedger(ledger, key());
  const wrong = [
    "some text\n",
    signed.replace(other, randomUUID()),
    signErasureLedger(ledger, stranger),
    signErasureLedger({ ...ledger, personIds: new Set(["ada@example.com"]) }, key()),
    signNote((openNote(signed, key()) ?? "").replace(" erasures", ""), key()),
  ];
  for (const note of wrong) {
    writeFileSync(fileOf(), note);
    const started = start();
    await expect.poll(() => started.errors).toEqual([expect.objectContaining({ name: "NoErasureLedger" })]);
    await started.close();
    expect(readFileSync(fileOf(), "utf8")).toBe(note);
  }
  expect(await hasNoKey(other)).toBe(false);
});
