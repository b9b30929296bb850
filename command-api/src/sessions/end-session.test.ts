import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { heldLog } from "../testing/failing-logs.ts";
import { registerAnn, rename, startTestSession, testContext } from "../testing/people.ts";
import { endSession } from "./end-session.ts";
import { sessionGuard } from "./session-guard.ts";

let scratch: ScratchService;
/** The command handler of the command-api that ends the session. */
let commandHandler: CommandHandler;
let userId: string;
let stream: StreamName;
let sessionId: string;
beforeEach(async () => {
  scratch = await openScratchService();
  commandHandler = createCommandHandler(scratch.log, scratch.sealing, { guards: { session: sessionGuard } });
  userId = await registerAnn(commandHandler);
  stream = userStream(userId);
  sessionId = await startTestSession(commandHandler, userId);
});
afterEach(() => scratch.close());

const end = (by = commandHandler) =>
  endSession(by, { sessionId, userId, reason: "signed-out" }, testContext(sessionId));
const typesWritten = async () => (await scratch.log.read(stream)).events.map(({ type }) => type);

it("RC-14 prevents another process from appending for the session that ended", async () => {
  const { log, held, letGo } = heldLog(scratch.log, 1);
  const change = rename(
    createCommandHandler(log, scratch.sealing, { guards: { session: sessionGuard } }),
    { userId, sessionId },
    "Ada",
  );
  await held;
  expect(await end()).toHaveProperty("position");
  letGo();
  expect(await change).toEqual({ refused: "session-ended" });
  expect(await typesWritten()).toEqual(["UserRegistered", "SessionFenced"]);
});

it("RC-14 prevents such an append also while other writers outpace the fence on the owner's stream", async () => {
  const { log, held, letGo } = heldLog(scratch.log, 1);
  const change = rename(
    createCommandHandler(log, scratch.sealing, { guards: { session: sessionGuard } }),
    { userId, sessionId },
    "Ada",
  );
  await held;
  let others = 0;
  // Another writer appends between each load of the fence and its append.
  const busy = logWith(scratch.log, {
    append: async (...asked) => {
      if (asked[0] === stream) await rename(commandHandler, { userId }, `other ${++others}`);
      return scratch.log.append(...asked);
    },
  });
  const ending = createCommandHandler(busy, scratch.sealing, { guards: { session: sessionGuard } });
  expect(await end(ending)).toHaveProperty("position");
  letGo();
  expect(await change).toEqual({ refused: "session-ended" });
  expect(await typesWritten()).toEqual(["UserRegistered", ...Array.from({ length: 3 }, () => "ProfileChanged")]);
  expect(others).toBe(3);
});

it("fences a session that had already ended, in case the first attempt died before its fence", async () => {
  await end();
  expect(await end()).toHaveProperty("position");
  expect(await typesWritten()).toEqual(["UserRegistered", "SessionFenced", "SessionFenced"]);
});
