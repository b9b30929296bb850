import { randomUUID } from "node:crypto";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { systemContext } from "../handling/command-context.ts";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { heldLog } from "../testing/failing-logs.ts";
import { endSession } from "./end-session.ts";
import { sessionHasEnded } from "./session-guard.ts";
import { startSession } from "./start-session.ts";

const userId = randomUUID();
const stream = userStream(userId);
const commandContext = (sessionId: string | null = null) => ({ ...systemContext("test", new Date()), sessionId });

let scratch: ScratchService;
/** The command handler of the command-api that ends the session. */
let commandHandler: CommandHandler;
let sessionId: string;
beforeEach(async () => {
  scratch = await openScratchService();
  commandHandler = createCommandHandler(scratch.log, scratch.sealing, { sessionHasEnded });
  const names = { email: "ann@example.com", username: "ann", firstName: null, lastName: null };
  const command = { type: "register", userId, passwordHash: "hash", ...names } as const;
  await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext: commandContext() });
  const kind = { method: "password", rememberMe: false, times: { idleSeconds: 60, absoluteSeconds: 60 } } as const;
  const started = await startSession(commandHandler, { userId, sessionEpoch: 0, ...kind }, commandContext());
  if (isRefused(started)) throw new Error(started.refused);
  sessionId = started.sessionId;
});
afterEach(() => scratch.close());

const rename = (by: CommandHandler, firstName: string, session: string | null = sessionId) => {
  const command = { type: "change-profile", firstName, lastName: null } as const;
  return by.handle({ decider: user, stream, command, person: userId, commandContext: commandContext(session) });
};
const end = () => endSession(commandHandler, { sessionId, userId, reason: "signed-out" }, commandContext(sessionId));
const typesWritten = async () => (await scratch.log.read(stream)).events.map(({ type }) => type);

it("RC-14 prevents another process from appending for the session that ended", async () => {
  const { log, held, letGo } = heldLog(scratch.log, 1);
  const change = rename(createCommandHandler(log, scratch.sealing, { sessionHasEnded }), "Ada");
  await held;
  expect(await end()).toHaveProperty("position");
  letGo();
  expect(await change).toEqual({ refused: "session-ended" });
  expect(await typesWritten()).toEqual(["UserRegistered", "SessionFenced"]);
});

it("RC-14 prevents such an append also while other writers outpace the fence on the owner's stream", async () => {
  const { log, held, letGo } = heldLog(scratch.log, 1);
  const change = rename(createCommandHandler(log, scratch.sealing, { sessionHasEnded }), "Ada");
  await held;
  let others = 0;
  // Another writer appends between each load of the fence and its append.
  const busy = logWith(scratch.log, {
    append: async (...asked) => {
      if (asked[0] === stream) await rename(commandHandler, `other ${++others}`, null);
      return scratch.log.append(...asked);
    },
  });
  expect(
    await endSession(
      createCommandHandler(busy, scratch.sealing, { sessionHasEnded }),
      { sessionId, userId, reason: "signed-out" },
      commandContext(sessionId),
    ),
  ).toHaveProperty("position");
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
