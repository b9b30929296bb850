import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { hardwareKeysStream, userStream } from "@attestory/events/envelope.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import { beforeEach, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import type { RequestingSession } from "../accounts/user-command.ts";
import { systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { hardwareKeys } from "../hardware-keys/hardware-keys.ts";
import { hasTotp } from "../second-factors/second-factors.ts";
import { Died, dyingLog, heldLog } from "../testing/failing-logs.ts";
import { addTestKey, registerAnn } from "../testing/people.ts";
import { secureAccount } from "./secure-account.ts";

const everything: SecuredPart[] = [
  "password",
  "sessions",
  "consents",
  "apiKeys",
  "hardwareKeys",
  "twoFactor",
  "trustedBrowsers",
];

const scratch = scratchServiceOfTest();
let userId: string;
beforeEach(async () => {
  userId = await registerAnn(handlerOf());
  await happens({ type: "EmailVerified", data: { userId, sameBrowser: true } });
});

const handlerOf = (log: EventLog = scratch.log) => createCommandHandler(log, scratch.sealing);
const happens = (event: Parameters<ScratchService["happened"]>[1]) =>
  scratch.happened(userStream(userId), event, { person: userId });

/** At a time; a repeat has the same key. */
const asked = (key: string, now = new Date()) => ({
  ...systemContext("test", now),
  commandId: key,
  fingerprint: "digest",
});
const secures = (
  ended: readonly SecuredPart[],
  {
    by = null,
    log = scratch.log,
    key = randomUUID(),
    now = new Date(),
  }: { by?: RequestingSession | null; log?: EventLog; key?: string; now?: Date } = {},
) => secureAccount({ commandHandler: handlerOf(log), log }, { userId, ended, by }, asked(key, now));

const stateOf = async () => (await handlerOf().load(user, userStream(userId))).state;
const keysLeft = async () => (await handlerOf().load(hardwareKeys, hardwareKeysStream(userId))).state.keys.length;

it("D17 ends every part, with one email that has the link to set a new password", async () => {
  await addTestKey(handlerOf(), { userId, keyId: randomUUID(), credentialId: randomUUID() });
  expect(await secures(everything)).toHaveProperty("position");
  expect(await stateOf()).toMatchObject({ passwordHash: null, sessionEpoch: 1, keptSession: null, apiKeyEpoch: 1 });
  expect(await stateOf()).toMatchObject({ reset: { id: expect.any(String) }, consentsCountFrom: expect.any(Date) });
  expect([await keysLeft(), await hasTotp(handlerOf(), userId)]).toEqual([0, false]);
});

it("D17 ends nothing that was not chosen, and keeps the owner's session", async () => {
  await addTestKey(handlerOf(), { userId, keyId: randomUUID(), credentialId: randomUUID() });
  const by = { sessionId: randomUUID(), sessionEpoch: 0 };
  expect(await secures(["sessions", "trustedBrowsers"], { by })).toHaveProperty("position");
  expect(await stateOf()).toMatchObject({
    passwordHash: "hash",
    sessionEpoch: 1,
    keptSession: by.sessionId,
    apiKeyEpoch: 0,
    consentsCountFrom: null,
    reset: null,
  });
  expect(await keysLeft()).toBe(1);
});

it("D17 is finished by a repeat after a death at any append, which leaves what was added since", async () => {
  for (const nth of [1, 2]) {
    for (const moment of ["before", "after"] as const) {
      await addTestKey(handlerOf(), { userId, keyId: randomUUID(), credentialId: randomUUID() });
      const key = randomUUID();
      const dying = dyingLog(scratch.log, nth, moment);
      await expect(secures(everything, { log: dying, key })).rejects.toThrow(Died);
      expect(await secures(everything, { key })).toHaveProperty("position");
      expect(await keysLeft()).toBe(0);
    }
  }
});

it("D20 ends a key that was added by a later time before the account was secured, also by a repeat after a death", async () => {
  const key = randomUUID();
  const now = new Date(Date.now() - 60_000);
  const addsKey = () => addTestKey(handlerOf(), { userId, keyId: randomUUID(), credentialId: randomUUID() });
  await addsKey();
  // The key is removed, and its trust ends with nothing to append.
  const slow = heldLog(dyingLog(scratch.log, 2, "after"), 2);
  const died = secures(everything, { log: slow.log, key, now }).catch((error: unknown) => error);
  await Promise.race([slow.held, died]);
  expect(await keysLeft()).toBe(0);
  await addsKey();
  slow.letGo();
  expect(await died).toBeInstanceOf(Died);
  await addsKey();
  expect(await keysLeft()).toBe(2);
  expect(await secures(everything, { key })).toHaveProperty("position");
  expect(await keysLeft()).toBe(1);
});

it("D17 refuses an account that nobody verified, and a session that has ended", async () => {
  await happens({ type: "OtherSessionsEnded", data: { userId, keptSession: null } });
  const by = { sessionId: randomUUID(), sessionEpoch: 0 };
  expect(await secures(everything, { by })).toEqual({ refused: "session-ended" });
  userId = await registerAnn(handlerOf());
  expect(await secures(everything)).toEqual({ refused: "unverified" });
});
