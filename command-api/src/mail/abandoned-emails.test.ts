import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { appendDamaged } from "@attestory/event-store/testing/damaged-seal.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { mailProgressStream, mailStream, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { inProcessJobs } from "../log-workers/in-process-jobs.ts";
import { emailQueue } from "../log-workers/log-jobs.ts";
import { expectWorkerGoesOn } from "../testing/worker-progress.ts";
import { createEmailRenderer, type EmailRenderer } from "./render-email.ts";
import { type MailWorker, startMailWorker } from "./worker.ts";

const t0 = new Date("2026-03-02T10:00:00.000Z");
const afterHours = (hours: number) => new Date(t0.getTime() + hours * 3_600_000);

const scratch = scratchServiceOfTest();
let at: Date;
let worker: MailWorker;
let reported: string[];
/** Errors of the next attempts to render an email, and to send one. */
let renderErrors: Error[];
let sendErrors: Error[];
beforeEach(() => {
  at = t0;
  reported = [];
  renderErrors = [];
  sendErrors = [];
});
afterEach(async () => {
  await worker.close();
});

async function startWorker() {
  const { log, sealing, keyring } = scratch;
  const commandHandler = createCommandHandler(log, sealing);
  const emails = createEmailRenderer({ log, sealing, keyring, commandHandler, publicUrl: "https://id.example.com" });
  const render: EmailRenderer["render"] = async (...input) => {
    const error = renderErrors.shift();
    if (error) throw error;
    return emails.render(...input);
  };
  worker = await startMailWorker({
    log,
    commandHandler,
    emails: { ...emails, render },
    jobs: inProcessJobs(emailQueue, () => 0, { retryWaitMs: () => 2, closeTimeoutMs: 60_000 }),
    transport: {
      async send() {
        const error = sendErrors.shift();
        if (error) throw error;
      },
      close: async () => {},
    },
    now: () => at,
    reportError: (message) => reported.push(message),
  });
}

/** Registers a user, which causes an email; returns the event's id. */
async function registers({ damaged = false } = {}): Promise<string> {
  const userId = crypto.randomUUID();
  const names = { email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };
  const event = { type: "UserRegistered", data: { userId, ...names, passwordHash: "hash" } } as const;
  const said = { person: userId, recordedAt: t0 };
  if (damaged) await appendDamaged(scratch, { stream: userStream(userId), event }, said);
  else await scratch.happened(userStream(userId), event, said);
  return (await scratch.log.read(userStream(userId))).events[0]?.id ?? "";
}
const outcome = async (eventId: string) => (await scratch.log.read(mailStream(eventId))).events;
const sent = (eventId: string) => expect.poll(() => outcome(eventId)).toMatchObject([{ type: "LetterSent" }]);
const abandoned = (eventId: string, reason: string) =>
  expect
    .poll(() => outcome(eventId))
    .toMatchObject([{ type: "LetterAbandoned", data: { letter: "verification", reason } }]);

describe("an email that cannot be sent", () => {
  it("B4 is retried for a day if it cannot be rendered, then given up, and the checkpoint moves on", async () => {
    const eventId = await registers({ damaged: true });
    at = afterHours(23.9);
    await startWorker();
    await expect.poll(() => reported.length).toBeGreaterThan(10);
    expect(await outcome(eventId)).toEqual([]);
    expect(worker.abandoned.fault()).toBeNull();

    at = afterHours(24);

    await abandoned(eventId, "could not be rendered for 24 hours");
    await expect.poll(() => reported.at(-1)).toBe("email abandoned after 24 hours");
    await expectWorkerGoesOn(scratch, mailProgressStream);
  });

  it("B4 is a detail of readiness and a metric for a day", async () => {
    at = afterHours(24);
    const eventId = await registers({ damaged: true });
    await startWorker();
    await abandoned(eventId, "could not be rendered for 24 hours");

    await expect.poll(() => worker.abandoned.fault()).toBe("1 could not be rendered");
    expect([...worker.abandoned.counts()]).toEqual([
      ["rendering", 1],
      ["delivery", 0],
    ]);
    at = afterHours(48);
    expect(worker.abandoned.fault()).toBeNull();
    expect([...worker.abandoned.counts()]).toEqual([
      ["rendering", 0],
      ["delivery", 0],
    ]);
  });

  it("B4 makes the service degraded only until the mail server takes another one", async () => {
    at = afterHours(24);
    sendErrors = Array.from({ length: 5 }, () => new Error("no such address"));
    const refused = await registers();
    await startWorker();
    await abandoned(refused, "not taken by the mail server for 24 hours");
    await expect.poll(() => worker.abandoned.fault()).toBe("not taken by the mail server for 24 hours");

    await sent(await registers());

    await expect.poll(() => worker.abandoned.fault()).toBeNull();
    expect([...worker.abandoned.counts()]).toContainEqual(["delivery", 1]);
  });

  it("B4 is tried five times by a worker that was stopped for days", async () => {
    at = afterHours(72);
    renderErrors = Array.from({ length: 4 }, () => new VaultUnavailable("the vault is starting"));
    const eventId = await registers();
    await startWorker();
    await sent(eventId);
  });

  it("B4 waits as long as the log is unavailable", async () => {
    at = afterHours(72);
    renderErrors = Array.from({ length: 50 }, () => new LogUnavailable("the log is away"));
    const eventId = await registers();
    await startWorker();
    await sent(eventId);
    expect(renderErrors).toEqual([]);
  });
});
