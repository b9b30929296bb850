import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { beforeEach, expect, it } from "vitest";
import { type CommandContext, systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { hasTotp } from "../second-factors/second-factors.ts";
import { enableTotp, startTotpSetUp } from "../second-factors/set-up-totp.ts";
import { contextFrom } from "../testing/command-origin.ts";
import { Died, dyingLog, heldLog } from "../testing/failing-logs.ts";
import { registerAnn } from "../testing/people.ts";
import { codeAt } from "../testing/totp-codes.ts";
import { removeFactors } from "./account-care.ts";

const scratch = scratchServiceOfTest();
let userId: string;
beforeEach(async () => {
  userId = await registerAnn(handlerOf());
});

const minute = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 10, minutes));
const handlerOf = (log: EventLog = scratch.log) => createCommandHandler(log, scratch.sealing);
const request = (idempotencyKey: string, now: Date): CommandContext =>
  contextFrom(scratch.keyring, { path: "/factors", idempotencyKey, now });
const removes = (commandContext: CommandContext, log: EventLog = scratch.log) =>
  removeFactors({ commandHandler: handlerOf(log), log }, userId, commandContext);

/** Begins to set an authenticator app up. Returns what finishes it. */
async function beginsSetUp(now: Date) {
  const [asking, context] = [{ userId, sessionId: randomUUID() }, systemContext("test", now)];
  const begun = await startTotpSetUp({ commandHandler: handlerOf() }, asking, context);
  if (isRefused(begun)) throw new Error(begun.refused);
  const code = codeAt(begun.secret, now);
  const { keyring } = scratch;
  return (commandHandler = handlerOf()) =>
    enableTotp({ commandHandler, keyring }, { ...asking, code, replace: true }, context);
}

/** The set-up is finished while the second factors are being removed, just before the sessions end. */
async function expectRemoved(finish: Awaited<ReturnType<typeof beginsSetUp>>): Promise<void> {
  // There is nothing to remove yet, so the end of the sessions is the first append.
  const slow = heldLog(scratch.log, 1);
  const removed = removes(systemContext("admin", minute(0)), slow.log);
  await Promise.race([slow.held, removed]);
  expect(await finish()).toHaveProperty("position");
  slow.letGo();
  expect(await removed).toHaveProperty("position");
  expect(await hasTotp(handlerOf(), userId)).toBe(false);
}

it("D15 removes an authenticator app whose set-up was finished before the sessions ended", async () => {
  const finish = await beginsSetUp(minute(0));
  await expectRemoved(finish);
  expect(await (await beginsSetUp(minute(1)))()).toHaveProperty("position");
});

it("D20 removes an authenticator app that was added by a later time before the sessions ended", async () => {
  const finish = await beginsSetUp(minute(1));
  await expectRemoved(finish);
});

it("D20 removes an authenticator app that was checked before the sessions ended, and appended after", async () => {
  const finish = await beginsSetUp(minute(1));
  const slow = heldLog(scratch.log, 1);
  const commandHandler = handlerOf(slow.log);
  const finished = finish(commandHandler);
  await slow.held;
  const removed = removeFactors({ commandHandler, log: slow.log }, userId, systemContext("admin", minute(0)));
  const newest = async () => (await scratch.log.read(userStream(userId))).events.at(-1)?.type;
  await expect.poll(newest).toBe("OtherSessionsEnded");
  slow.letGo();
  expect(await finished).toHaveProperty("position");
  expect(await removed).toHaveProperty("position");
  expect(await hasTotp(handlerOf(), userId)).toBe(false);
});

it("D15 finishes the removal by a repeat, which leaves what was added after the sessions ended", async () => {
  const finish = await beginsSetUp(minute(0));
  const slow = heldLog(dyingLog(scratch.log, 1, "after"), 1);
  const asked = request("2f4c7c1e-6a55-4f0e-9a9e-0d2f6a1b7c33", minute(0));
  const died = removes(asked, slow.log).catch((error: unknown) => error);
  await Promise.race([slow.held, died]);
  await finish();
  slow.letGo();
  expect(await died).toBeInstanceOf(Died);
  expect(await hasTotp(handlerOf(), userId)).toBe(true);

  const repeated = { ...asked, now: minute(5) };
  expect(await removes(repeated)).toHaveProperty("position");
  expect(await hasTotp(handlerOf(), userId)).toBe(false);
  await (await beginsSetUp(minute(6)))();
  expect(await removes({ ...asked, now: minute(7) })).toHaveProperty("position");
  expect(await hasTotp(handlerOf(), userId)).toBe(true);
});
