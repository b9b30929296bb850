import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { emailCodesStream } from "@attestory/events/envelope.ts";
import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { beforeEach, expect, it } from "vitest";
import { emailCode } from "../accounts/email-code.ts";
import { systemContext } from "../handling/command-context.ts";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { createMailLimits } from "../mail/mail-limits.ts";
import { registerAnn } from "../testing/people.ts";
import { requestEmailCode } from "./request-email-code.ts";
import { useEmailCode } from "./use-email-code.ts";

const scratch = scratchServiceOfFile();
let commandHandler: CommandHandler;
let userId: string;
let nowMs: number;
beforeEach(async () => {
  commandHandler = createCommandHandler(scratch.log, scratch.sealing);
  userId = await registerAnn(commandHandler);
  nowMs = Date.now();
});

const limits = createMailLimits(inProcessRateLimiter(() => new Date(nowMs)));
const context = () => systemContext("test", new Date(nowMs));
const request = () =>
  requestEmailCode({ commandHandler, mailLimits: limits }, { userId, purpose: "sign-in" }, context());
const give = (code: string) =>
  useEmailCode({ commandHandler, keyring: scratch.keyring }, { userId, purpose: "sign-in", code }, context());
const events = async () => (await scratch.log.read(emailCodesStream(userId))).events;
const typesOf = async () => (await events()).map(({ type }) => type);
const sentCode = async () => {
  const [newest] = (await events()).filter(({ type }) => type === "EmailCodeRequested").toReversed();
  return emailCode(scratch.keyring, { userId, eventId: newest?.id ?? "" });
};
const otherThan = (code: string) => (code === "00000000" ? "00000001" : "00000000");

it("AU-16 accepts the code that was sent, with or without its blank, once", async () => {
  await request();
  const code = await sentCode();
  expect(await give(`${code.slice(0, 4)} ${code.slice(4)}`)).toHaveProperty("position");
  expect(await give(code)).toEqual({ refused: "email-code-over" });
});

it("AU-16 evaluates five of two hundred wrong codes given at once, and no right one after them", async () => {
  await request();
  const code = await sentCode();
  await Promise.all(Array.from({ length: 200 }, () => give(otherThan(code))));
  for (let n = 0; n < 5; n++) await give(otherThan(code));
  expect(await typesOf()).toEqual(["EmailCodeRequested", ...Array(5).fill("WrongEmailCodeGiven")]);
  expect(await give(code)).toEqual({ refused: "email-code-over" });
});

it("AU-16 lets one of several right codes given at once sign in", async () => {
  await request();
  const code = await sentCode();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => give(code)));
  expect(outcomes.filter((outcome) => "position" in outcome)).toHaveLength(1);
});

it("AU-16 sends five codes an hour at most, and none again within a minute", async () => {
  for (let n = 0; n < 5; n++) {
    expect([await request(), await request()]).toEqual([
      { position: expect.anything() },
      { position: expect.anything() },
    ]);
    nowMs += 60_000;
  }
  expect(await request()).toEqual({ refused: "too-many-attempts", waitSeconds: 3300 });
  expect(await events()).toHaveLength(5);
});

it("EV-01 no form of the code is in the log", async () => {
  await request();
  const code = await sentCode();
  await give(otherThan(code));
  await give(code);
  const { events: stored } = await scratch.log.read(emailCodesStream(userId));
  const text = JSON.stringify(stored.map((event) => event.stored.data + event.stored.metadata));
  expect(stored).toHaveLength(3);
  for (const form of [code, Buffer.from(code).toString("base64url"), Buffer.from(code).toString("hex")]) {
    expect(text).not.toContain(form);
  }
});
