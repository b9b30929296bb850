import { randomUUID } from "node:crypto";
import { countingReads, logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import type { SealedEvent } from "@attestory/events/envelope.ts";
import { mailProgressStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { progressOf } from "../log-workers/progress.ts";
import { sessionGuard } from "../sessions/session-guard.ts";
import { commandOrigin } from "../testing/command-origin.ts";
import { registerAnn, rename, startTestSession, testContext } from "../testing/people.ts";
import { createCommandContext, systemContext } from "./command-context.ts";
import { createCommandHandler } from "./command-handler.ts";
import type { Decider } from "./decider.ts";

const scratch = scratchServiceOfTest();

const many = process.env.FULL_RUN === "1" ? 100_000 : 5000;
const note = (position: number): SealedEvent => ({
  id: randomUUID(),
  type: "MailProgressed",
  schemaVersion: 1,
  recordedAt: 1_800_000_000_000,
  person: null,
  sealed: null,
  data: JSON.stringify({ position: String(position) }),
  metadata: JSON.stringify({
    actor: { kind: "system", id: "mail" },
    correlationId: randomUUID(),
    sessionId: null,
    delegate: null,
    causationId: null,
    fingerprint: null,
  }),
});

it(`RE-23 loads a worker's progress after ${many} checkpoints by reading only the newest one`, async () => {
  const { log, sealing } = scratch;
  for (let written = 0; written < many; written += 5000) {
    const notes = Array.from({ length: 5000 }, (_, at) => note(written + at + 1));
    await log.append(mailProgressStream, written, notes);
  }
  const decider = progressOf("MailProgressed");
  const counting = countingReads(log);
  expect(await createCommandHandler(counting.log, sealing).load(decider, mailProgressStream)).toEqual({
    state: { position: BigInt(many) },
    version: many,
  });
  // The first read asks for fifty events, enough for most streams. For this one, a second read gets the newest event.
  expect(counting.read()).toBe(50 + 1);
  const commandHandler = createCommandHandler(log, sealing);
  const command = { position: BigInt(many + 1) };
  const order = {
    decider,
    stream: mailProgressStream,
    command,
    person: null,
    commandContext: systemContext("mail", new Date()),
  };
  expect(await commandHandler.handle(order)).toEqual({ position: BigInt(many + 1) });
  expect(await commandHandler.load(decider, mailProgressStream)).toMatchObject({ version: many + 1 });
});

it("decides again while other writers come first, three times or as often as it is asked to", async () => {
  const { log, sealing } = scratch;
  let tried = 0;
  const contested = logWith(log, {
    async append(stream, version, events) {
      tried++;
      await log.append(stream, version, [note(version + 1)]);
      return log.append(stream, version, events);
    },
  });
  const commandHandler = createCommandHandler(contested, sealing);
  const execution = {
    decider: progressOf("MailProgressed"),
    stream: mailProgressStream,
    command: { position: 1000n },
    person: null,
    commandContext: systemContext("mail", new Date()),
  };
  expect(await commandHandler.handle(execution)).toEqual({ refused: "conflict" });
  expect(tried).toBe(3);
  expect(await commandHandler.handle({ ...execution, attempts: 5 })).toEqual({ refused: "conflict" });
  // Once more on the state that is known by then.
  expect(tried).toBe(3 + 1 + 5);
});

it("B6 gives each decider of a stream its own state", async () => {
  const { log, sealing } = scratch;
  const commandHandler = createCommandHandler(log, sealing);
  const userId = await registerAnn(commandHandler);
  const stream = userStream(userId);
  const eventCount: Decider<number, never, UserEvent, never> = {
    initial: 0,
    decide: () => [],
    evolve: (count) => count + 1,
  };
  for (const expected of [1, 2]) {
    expect((await commandHandler.load(user, stream)).state).toMatchObject({ status: "registered" });
    expect(await commandHandler.load(eventCount, stream)).toEqual({ state: expected, version: expected });
    await scratch.happened(stream, { type: "VerificationRequested", data: { userId } });
  }
});

it("B8 names the delegate that acted for a user, and keeps apart the keys of two delegates", async () => {
  const commandHandler = createCommandHandler(scratch.log, scratch.sealing);
  const userId = await registerAnn(commandHandler);
  const stream = userStream(userId);
  const asked = commandOrigin({ actor: { kind: "user", id: userId } });
  const delegates = [
    null,
    { kind: "client", id: "one" },
    { kind: "client", id: "two" },
    { kind: "apiKey", id: "one" },
  ] as const;
  for (const [nth, delegate] of delegates.entries()) {
    const commandContext = createCommandContext({ ...asked, delegate }, (...parts) => JSON.stringify(parts));
    const command = { type: "change-profile", firstName: `Ann ${nth}`, lastName: null } as const;
    await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  }
  const changes = (await scratch.log.read(stream, 1)).events;
  expect(changes.map((event) => event.delegate)).toEqual(delegates);
  expect(changes.every(({ actor }) => actor.id === userId)).toBe(true);
});

it("RC-14 appends nothing for a session that was ended by another session of the same user", async () => {
  const { log, sealing } = scratch;
  const commandHandler = createCommandHandler(log, sealing, { guards: { session: sessionGuard } });
  const userId = await registerAnn(commandHandler);
  const [own, other] = [await startTestSession(commandHandler, userId), await startTestSession(commandHandler, userId)];
  const renamed = (sessionId: string, firstName: string) => rename(commandHandler, { userId, sessionId }, firstName);
  expect(await renamed(other, "Before")).toHaveProperty("position");
  await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "end-other-sessions", by: { sessionId: own, sessionEpoch: 0 } },
    person: userId,
    commandContext: testContext(),
  });
  expect(await renamed(other, "After")).toEqual({ refused: "session-ended" });
  expect(await renamed(own, "Mine")).toHaveProperty("position");
});
