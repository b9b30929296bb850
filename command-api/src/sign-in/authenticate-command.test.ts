import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { expect, it, onTestFinished } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { senderOf } from "../handling/command-principal.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { startSession } from "../sessions/start-session.ts";
import { registerAnn, testContext } from "../testing/people.ts";
import { createAuthentication } from "./authenticate-command.ts";

it("D16 lets the append of a command ask for the role that its route requires", async () => {
  const scratch = await openScratchService();
  onTestFinished(() => scratch.close());
  const commandHandler = createCommandHandler(scratch.log, scratch.sealing);
  const { authenticate } = createAuthentication({
    commandHandler,
    keyring: scratch.keyring,
    now: () => new Date(),
    sessionActivity: { recordActivity: () => expect.fail("the route does not count as use") },
    refuseAdmin: async () => null,
    reportError: (message) => expect.fail(message),
  });
  const userId = await registerAnn(commandHandler);
  const times = { idleSeconds: 60, absoluteSeconds: 60 };
  const start = { method: "password", secondFactor: null, newDevice: false, rememberMe: false } as const;
  const started = await startSession(commandHandler, { userId, sessionEpoch: 0, times, ...start }, testContext());
  if ("refused" in started) expect.fail(started.refused);
  const route = { principals: ["session"], access: "pro", countsAsUse: false } as unknown as CommandRoute;

  const credential = { kind: "bearer", value: started.token } as const;
  const principal = await authenticate(credential, {} as RequestContext, route);

  if ("status" in principal) expect.fail("refused");
  expect(senderOf(principal).authority).toEqual({ kind: "session", id: started.sessionId, access: "pro" });
});
