import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { senderOf } from "../handling/command-principal.ts";
import { commandScene } from "../testing/command-scene.ts";
import { registerAnn, startTestSession, testContext } from "../testing/people.ts";
import { sessionGuard } from "./session-guard.ts";

const { scratch, commandHandler } = commandScene({ guards: { session: sessionGuard } });

it.each([
  ["pro", { isPro: true }, true],
  ["pro", { isAdmin: true }, true],
  ["pro", { isDeveloper: true }, false],
  ["developer", { isPro: true }, false],
  ["admin", { isDeveloper: true, isPro: true }, false],
  ["user", {}, true],
] as const)(
  "D16 for a call of access %s, appends if the owner of the session has %j by now: %s",
  async (access, left, may) => {
    const userId = await registerAnn(commandHandler);
    const stream = userStream(userId);
    const sessionId = await startTestSession(commandHandler, userId);
    const roles = { isAdmin: true, isDeveloper: true, isPro: true };
    const at = new Date();
    const times = { authenticatedAt: at, startedAt: at, proofs: {} };
    const started = { pending: false, activityIsDue: false, sessionEpoch: 0, ...times };
    const commandContext = {
      ...testContext(),
      ...senderOf({ kind: "session", userId, sessionId, roles, access, ...started }),
    };
    const data = { userId, isAdmin: false, isDeveloper: false, isPro: false, ...left };
    await scratch.happened(stream, { type: "RolesChanged", data });

    const command = { type: "change-profile", firstName: "Ada", lastName: null } as const;
    const changed = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });

    expect(changed).toEqual(may ? { position: expect.any(BigInt) } : { refused: "session-ended" });
  },
);
