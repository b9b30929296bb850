import { randomUUID } from "node:crypto";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { mailStream, mailTestStream, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { inProcessJobs } from "../log-workers/in-process-jobs.ts";
import { emailQueue } from "../log-workers/log-jobs.ts";
import { mailTest } from "./mail-test.ts";
import { createEmailRenderer } from "./render-email.ts";
import type { MailStep } from "./schema.ts";
import { type MailWorker, startMailWorker } from "./worker.ts";

const scratch = scratchServiceOfTest();
let commandHandler: CommandHandler;
let worker: MailWorker | null = null;
beforeEach(() => {
  commandHandler = createCommandHandler(scratch.log, scratch.sealing);
});
afterEach(async () => {
  await worker?.close();
});

const refused: MailStep = { step: "recipient", state: "failed", said: "550 no such mailbox: juniper@example.com" };
const taken: MailStep = { step: "message", state: "done", said: "250 queued" };

/** Requests a test, and starts a worker whose server answers it with this step. @returns the test, the event and what was checked */
async function givenTest(step: MailStep) {
  const { log, sealing, keyring } = scratch;
  const [userId, testId] = [randomUUID(), randomUUID()];
  const names = { email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };
  const registered = { type: "UserRegistered", data: { userId, ...names, passwordHash: "hash" } } as const;
  await scratch.happened(userStream(userId), registered, { person: userId });
  await scratch.happened(mailTestStream(testId), { type: "MailTestRequested", data: { testId, userId } });
  const checked: string[] = [];
  worker = await startMailWorker({
    log,
    commandHandler,
    emails: createEmailRenderer({ log, sealing, keyring, commandHandler, publicUrl: "https://id.example.com" }),
    jobs: inProcessJobs(emailQueue, () => 0, { retryWaitMs: () => 2, closeTimeoutMs: 60_000 }),
    transport: {
      send: async () => {},
      async check({ to, subject }) {
        if (subject === "Test email from Attestory") checked.push(to);
        return [step];
      },
      close: async () => {},
    },
    now: () => new Date(),
    reportError: () => {},
  });
  const stream = mailTestStream(testId);
  await expect.poll(async () => (await commandHandler.load(mailTest, stream)).state.steps).toEqual([step]);
  const [requested] = (await log.read(stream)).events;
  return { stream, eventId: requested?.id ?? "", checked };
}
const outcome = async (eventId: string) => (await scratch.log.read(mailStream(eventId))).events;

it("EV-12 records how far a test email got, for the admin alone to read", async () => {
  const { stream, eventId, checked } = await givenTest(taken);
  await expect.poll(() => outcome(eventId)).toMatchObject([{ type: "LetterSent", data: { letter: "mail-test" } }]);
  expect(checked).toEqual(["juniper@example.com"]);
  const [, finished] = (await scratch.log.read(stream)).events;
  expect(finished?.stored.data).not.toContain("queued");
});

it("EV-12 tries a test once, and gives it up where the server refuses it", async () => {
  const { eventId, checked } = await givenTest(refused);
  const abandoned = { type: "LetterAbandoned", data: { letter: "mail-test", reason: "the test failed" } };
  await expect.poll(() => outcome(eventId)).toMatchObject([abandoned]);
  expect(checked).toHaveLength(1);
  expect(worker?.abandoned.fault()).toBeNull();
});
