import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { attemptsStream, type StreamName, sessionStream, userStream } from "@attestory/events/envelope.ts";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { AuthorityGuard } from "../handling/authority-guard.ts";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { attemptHistory } from "../sign-in/attempt-history.ts";
import { registerAnn, rename, startTestSession, testContext } from "../testing/people.ts";
import { endSession } from "./end-session.ts";
import { sessionGuard } from "./session-guard.ts";

const scratch = scratchServiceOfTest();
/** The command handler of the command-api that ends the session. */
let commandHandler: CommandHandler;
let userId: string;
let stream: StreamName;
let sessionId: string;
beforeEach(async () => {
  commandHandler = createCommandHandler(scratch.log, scratch.sealing, { guards: { session: sessionGuard } });
  userId = await registerAnn(commandHandler);
  stream = userStream(userId);
  sessionId = await startTestSession(commandHandler, userId);
});

/** Another command-api, or this one, that does more after each check. */
const checking = (afterCheck: () => Promise<void> | void = () => {}): CommandHandler => {
  const session: AuthorityGuard = {
    ...sessionGuard,
    async hasEnded(...asked) {
      const ended = await sessionGuard.hasEnded(...asked);
      await afterCheck();
      return ended;
    },
  };
  return createCommandHandler(scratch.log, scratch.sealing, { guards: { session } });
};
const end = (by = commandHandler) =>
  endSession(by, { sessionId, userId, reason: "signed-out" }, testContext(sessionId));
const renamed = (by: CommandHandler, firstName = "Ada") => rename(by, { userId, sessionId }, firstName);
const typesIn = async (read = stream) => (await scratch.log.read(read)).events.map(({ type }) => type);

it("B11 appends one event, to the session's own stream, however often the session is ended", async () => {
  expect(await end()).toHaveProperty("position");
  expect(await end()).toHaveProperty("position");
  expect(await typesIn()).toEqual(["UserRegistered"]);
  expect(await typesIn(sessionStream(sessionId))).toEqual(["SessionStarted", "SessionEnded"]);
});

it("RC-14 B12 keeps every process from appending a command that it checks afterwards, to whatever stream", async () => {
  const other = checking();
  expect(await renamed(other, "Before")).toHaveProperty("position");
  await end();
  expect(await renamed(other, "After")).toEqual({ refused: "session-ended" });
  const attempts = attemptsStream(userId);
  const wrong = { type: "record-wrong-password", userId, door: "password-change", knownDevice: false } as const;
  const recorded = await other.handle({
    decider: attemptHistory,
    stream: attempts,
    command: { ...wrong, seconds: 0, longest: false, now: new Date() },
    person: userId,
    commandContext: testContext(sessionId),
  });
  expect(recorded).toEqual({ refused: "session-ended" });
  expect([await typesIn(), await typesIn(attempts)]).toEqual([["UserRegistered", "ProfileChanged"], []]);
});

it("RC-14 is acknowledged only when the commands of its own process that found the session good are appended", async () => {
  const [checked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const own = checking(() => {
    checked.resolve();
    return goOn.promise;
  });
  const change = renamed(own);
  await checked.promise;
  await end(own);
  const steps: string[] = [];
  // What every sign-out does before its answer: `waitForRevocation`.
  const acknowledged = own.settled().then(() => steps.push("acknowledged"));
  void change.then(() => steps.push("appended"));
  await new Promise(setImmediate);
  expect(steps).toEqual([]);
  goOn.resolve();
  await acknowledged;
  expect(await change).toHaveProperty("position");
  expect(steps[0]).toBe("appended");
});

it("RC-14 keeps a process from appending that was stopped for a second after its check", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let checks = 0;
  const stopped = checking(async () => {
    if (++checks > 1) return;
    await end();
    vi.advanceTimersByTime(1000);
  });
  expect(await renamed(stopped)).toEqual({ refused: "session-ended" });
  // The second one says so on the owner as it was known, and the third one has read everything.
  expect(checks).toBe(3);
  expect(await typesIn()).toEqual(["UserRegistered"]);
});

it("RC-14 refuses a command whose session cannot be checked within a second", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = checking(() => void vi.advanceTimersByTime(1000));
  await expect(renamed(slow)).rejects.toBeInstanceOf(LogUnavailable);
  expect(await typesIn()).toEqual(["UserRegistered"]);
});

/** The log of a cluster that elects a leader: it takes no append until it is asked a second time, and then says what it has. */
function electing(isWritten: boolean) {
  let appends = 0;
  return logWith(scratch.log, {
    async append(...asked) {
      if (++appends > 1) return scratch.log.append(...asked);
      if (isWritten) await scratch.log.append(...asked);
      throw Object.assign(new LogUnavailable("no leader"), { isBrief: true });
    },
  });
}
const during = (log: ReturnType<typeof electing>, afterCheck?: (checks: number) => Promise<unknown> | undefined) => {
  let checks = 0;
  const hasEnded: AuthorityGuard["hasEnded"] = async (...asked) => {
    const ended = await sessionGuard.hasEnded(...asked);
    await afterCheck?.(++checks);
    return ended;
  };
  return createCommandHandler(log, scratch.sealing, { guards: { session: { ...sessionGuard, hasEnded } } });
};

it.each([true, false])("RE-58 repeats an append that a new leader may take (written before: %s)", async (isWritten) => {
  expect(await renamed(during(electing(isWritten)))).toHaveProperty("position");
  expect(await typesIn()).toEqual(["UserRegistered", "ProfileChanged"]);
});

it("RC-14 repeats no append for a session that ended meanwhile, and leaves open whether the first was written", async () => {
  const ending = during(electing(false), (checks) => (checks === 1 ? end() : undefined));
  await expect(renamed(ending)).rejects.toBeInstanceOf(LogUnavailable);
  expect(await typesIn()).toEqual(["UserRegistered"]);
});

it("RC-14 checks the session after everything slow, right before the append", async () => {
  const steps: string[] = [];
  const log = logWith(scratch.log, {
    read: (...asked) => {
      steps.push(asked[0] === stream ? "read owner" : "read session");
      return scratch.log.read(...asked);
    },
    append: (...asked) => {
      steps.push("append");
      return scratch.log.append(...asked);
    },
  });
  await renamed(createCommandHandler(log, scratch.sealing, { guards: { session: sessionGuard } }));
  // The owner is not read again: the append conflicts with whatever has come since.
  expect(steps).toEqual(["read owner", "read session", "append"]);
});
