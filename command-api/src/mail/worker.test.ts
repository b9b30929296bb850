import { randomUUID } from "node:crypto";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { mailStream, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { inProcessJobs } from "../log-workers/in-process-jobs.ts";
import type { LogJobs } from "../log-workers/log-jobs.ts";
import { emailQueue } from "../log-workers/log-jobs.ts";
import { openDevInbox } from "./dev-inbox.ts";
import type { Email } from "./email.ts";
import type { MailTransport } from "./mail-transport.ts";
import { createEmailRenderer } from "./render-email.ts";
import { startMailWorker } from "./worker.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const publicUrl = "https://id.example.com";
const account = { userId, email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };

const scratch = scratchServiceOfTest();
let sent: { email: Email; eventId: string }[];
let failures: number;
let appendFailures: number;
let reportedErrors: string[];
const transport: MailTransport = {
  async send(email, eventId) {
    if (failures-- > 0) throw new Error("the mail server is away");
    sent.push({ email, eventId });
  },
  close: async () => {},
};
let closing: (() => Promise<void>)[];
let jobs: LogJobs;

beforeEach(() => {
  sent = [];
  failures = 0;
  appendFailures = 0;
  reportedErrors = [];
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
});

function writer() {
  const { log, sealing, keyring } = scratch;
  return createEmailRenderer({ log, sealing, keyring, commandHandler: createCommandHandler(log, sealing), publicUrl });
}
async function worker(now = () => new Date()) {
  const { sealing } = scratch;
  const log = logWith(scratch.log, {
    async append(...asked) {
      if (asked[0].startsWith("mail-") && appendFailures > 0) {
        appendFailures--;
        throw new Error("the disk is full");
      }
      return scratch.log.append(...asked);
    },
  });
  const commandHandler = createCommandHandler(log, sealing);
  jobs = inProcessJobs(emailQueue, () => 0, { retryWaitMs: () => 5, closeTimeoutMs: 60_000 });
  const reportError = (message: string) => reportedErrors.push(message);
  const started = await startMailWorker({ log, commandHandler, emails: writer(), jobs, transport, now, reportError });
  closing.push(() => started.close());
  return started;
}
const registers = (recordedAt = new Date()) =>
  scratch.happened(
    userStream(userId),
    { type: "UserRegistered", data: { ...account, passwordHash: "hash" } },
    { person: userId, recordedAt },
  );
const asksAgain = () => scratch.happened(userStream(userId), { type: "VerificationRequested", data: { userId } });
const verifies = () =>
  scratch.happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
const lapses = () =>
  scratch.happened(userStream(userId), { type: "RegistrationLapsed", data: { userId, reason: "disowned" } });
const causes = async () => (await scratch.log.read(userStream(userId))).events.map(({ id }) => id);
const outcome = async (eventId: string) => (await scratch.log.read(mailStream(eventId))).events.map(({ type }) => type);
const outcomeOf = async (eventId: string, type: string) => expect.poll(() => outcome(eventId)).toEqual([type]);
/** Why an email was abandoned; undefined if it was not. */
const reasonOf = async (eventId: string) =>
  (await scratch.log.read(mailStream(eventId))).events.map(({ type, data }) =>
    type === "LetterAbandoned" ? data.reason : undefined,
  )[0];

describe("the mail worker", () => {
  it("sends the email of an event, and records in the log that it was sent", async () => {
    await worker();
    await registers();
    const [eventId = ""] = await causes();
    await outcomeOf(eventId, "LetterSent");
    expect(sent).toMatchObject([{ eventId, email: { to: account.email, subject: "Verify your email address" } }]);
  });

  it("RE-35 sends after a restart what was requested meanwhile, and nothing a second time", async () => {
    const first = await worker();
    await registers();
    const [eventId = ""] = await causes();
    await outcomeOf(eventId, "LetterSent");
    await first.close();
    await asksAgain();
    const [, newer = ""] = await causes();
    await worker();
    await outcomeOf(newer, "LetterSent");
    expect(sent.map((one) => one.eventId)).toEqual([eventId, newer]);
  });

  it("retries when the mail server is unavailable", async () => {
    failures = 1;
    await worker();
    await registers();
    const [eventId = ""] = await causes();
    await outcomeOf(eventId, "LetterSent");
    expect(sent).toHaveLength(1);
    expect(reportedErrors).toEqual(["email delivery failed, will retry"]);
  });

  it("sends an email once, although recording it takes three attempts", async () => {
    appendFailures = 2;
    await worker();
    await registers();
    const [eventId = ""] = await causes();
    await outcomeOf(eventId, "LetterSent");
    expect([sent.length, appendFailures]).toEqual([1, 0]);
  });

  it("abandons an email that could not be sent for a day", async () => {
    failures = 5;
    await registers(new Date(Date.now() - 25 * 3_600_000));
    await worker();
    const [eventId = ""] = await causes();
    await outcomeOf(eventId, "LetterAbandoned");
    expect(sent).toHaveLength(0);
  });

  it("abandons an email that a newer one replaced, and sends only the newer one", async () => {
    await registers();
    await asksAgain();
    await worker();
    const [older = "", newer = ""] = await causes();
    await outcomeOf(older, "LetterAbandoned");
    await outcomeOf(newer, "LetterSent");
    expect(await reasonOf(older)).toBe("a newer letter was asked for");
    expect(sent.map(({ eventId }) => eventId)).toEqual([newer]);
  });

  it.each([
    ["to an address that was verified meanwhile", verifies, "verified meanwhile"],
    ["of a registration that lapsed meanwhile", lapses, "the registration lapsed meanwhile"],
  ])("abandons the email %s, and sends none", async (_, happens, reason) => {
    await registers();
    await happens();
    await worker();
    const [eventId = ""] = await causes();
    await outcomeOf(eventId, "LetterAbandoned");
    expect(await reasonOf(eventId)).toBe(reason);
    expect(sent).toEqual([]);
  });

  it("ignores a job whose id does not match its event", async () => {
    await worker();
    await registers();
    const [eventId = ""] = await causes();
    await outcomeOf(eventId, "LetterSent");
    const forged = randomUUID();
    await jobs.add([{ id: forged, stream: userStream(userId), version: 1 }]);
    await asksAgain();
    const [, newer = ""] = await causes();
    await outcomeOf(newer, "LetterSent");
    expect(await outcome(forged)).toEqual([]);
    expect(sent.map((one) => one.eventId)).toEqual([eventId, newer]);
  });

  it("lists the emails of the log in the dev inbox, newest first, also after a restart", async () => {
    await worker();
    await registers();
    const [first = ""] = await causes();
    await outcomeOf(first, "LetterSent");
    await asksAgain();
    const [, second = ""] = await causes();
    await outcomeOf(second, "LetterSent");
    const inbox = await openDevInbox(scratch.log, writer());
    closing.unshift(() => inbox.close());
    await expect.poll(() => inbox.list()).toHaveLength(2);
    const emails = await inbox.list();
    expect(emails.map(({ id }) => id)).toEqual([second, first]);
    expect(emails[0]?.text).toBe(sent[1]?.email.text);
    expect(await inbox.list(emails[0]?.to)).toEqual(emails);
    expect(await inbox.list("nobody@example.com")).toEqual([]);
  });
});
