import { randomUUID } from "node:crypto";
import type { SealedEvent } from "@attestory/events/envelope.ts";
import { mailProgressStream } from "@attestory/events/envelope.ts";
import { openScratchService, type ScratchService } from "@attestory/events/testing/scratch-service.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemIntent } from "./intent.ts";
import { createJournal } from "./journal.ts";
import { progressOf } from "./progress.ts";

let scratch: ScratchService;
beforeEach(async () => {
  scratch = await openScratchService();
});
afterEach(() => scratch.close());

const many = 100_000;
const note = (position: number): SealedEvent => ({
  ...{
    id: randomUUID(),
    type: "MailProgressed",
    schemaVersion: 1,
    recordedAt: 1_800_000_000_000,
    person: null,
    sealed: null,
  },
  data: JSON.stringify({ position: String(position) }),
  metadata: JSON.stringify({
    ...{ actor: { kind: "system", id: "mail" }, correlationId: randomUUID(), causationId: null, fingerprint: null },
  }),
});

it("RE-23 knows a worker's progress after 100,000 notes of it by reading the newest alone", async () => {
  const { log, sealing } = scratch;
  for (let written = 0; written < many; written += 10_000) {
    const notes = Array.from({ length: 10_000 }, (_, at) => note(written + at + 1));
    await log.append(mailProgressStream, written, notes);
  }
  const decider = progressOf("MailProgressed");
  const startedAt = performance.now();
  expect(await createJournal(log, sealing).load(decider, mailProgressStream)).toEqual({
    ...{ state: { position: BigInt(many) }, version: many },
  });
  expect(performance.now() - startedAt).toBeLessThan(200);
  const journal = createJournal(log, sealing);
  const command = { position: BigInt(many + 1) };
  const order = {
    decider,
    stream: mailProgressStream,
    command,
    person: null,
    intent: systemIntent("mail", new Date()),
  };
  expect(await journal.handle(order)).toEqual({ position: BigInt(many + 1) });
  expect(await journal.load(decider, mailProgressStream)).toMatchObject({ version: many + 1 });
}, 60_000);
