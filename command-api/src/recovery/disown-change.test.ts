import { randomUUID } from "node:crypto";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { type StreamName, secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { hasTotp } from "../second-factors/second-factors.ts";
import { heldLog } from "../testing/failing-logs.ts";
import { disownChange } from "./disown-change.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const changeId = "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55";
const account = { userId, email: "owner@example.com", username: "juniper", firstName: null, lastName: null };
const addresses = { email: "intruder@example.com", formerEmail: account.email };
const minute = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 10, minutes));

const scratch = scratchServiceOfTest();

const typesIn = async (stream: StreamName) => (await scratch.log.read(stream)).events.map(({ type }) => type);

it("D18 removes what someone else added before the sessions end, so that it starts no session in between", async () => {
  const happens = (minutes: number, event: AttestoryEvent, stream = userStream(userId)) =>
    scratch.happened(stream, event, { person: userId, recordedAt: minute(minutes) });
  await happens(0, { type: "UserRegistered", data: { ...account, passwordHash: "hash" } });
  await happens(2, { type: "TwoFactorEnabled", data: { userId } }, secondFactorsStream(userId));
  const link = { userId, eventId: changeId, at: minute(1) };
  const slow = heldLog(scratch.log, 2);
  const disowned = disownChange(
    { log: slow.log, commandHandler: createCommandHandler(slow.log, scratch.sealing) },
    link,
    systemContext("test", minute(3)),
  );

  await Promise.race([slow.held, disowned]);

  expect(await typesIn(secondFactorsStream(userId))).toEqual(["TwoFactorEnabled", "TwoFactorDisabled"]);
  expect(await typesIn(userStream(userId))).toEqual(["UserRegistered"]);
  slow.letGo();
  expect(await disowned).toHaveProperty("position");
  expect(await typesIn(userStream(userId))).toContain("AccountSecured");
});

it("D20 removes what was added by a later time before the sessions ended, and leaves what came after", async () => {
  const happens = (minutes: number, event: AttestoryEvent, stream = userStream(userId)) =>
    scratch.happened(stream, event, { person: userId, recordedAt: minute(minutes) });
  await happens(0, { type: "UserRegistered", data: { ...account, passwordHash: "hash" } });
  const disowns = (log = scratch.log) =>
    disownChange(
      { log, commandHandler: createCommandHandler(log, scratch.sealing) },
      { userId, eventId: changeId, at: minute(1) },
      systemContext("test", minute(2)),
    );
  const slow = heldLog(scratch.log, 1);
  const disowned = disowns(slow.log);
  await Promise.race([slow.held, disowned]);
  await happens(3, { type: "TwoFactorEnabled", data: { userId } }, secondFactorsStream(userId));
  slow.letGo();
  expect(await disowned).toHaveProperty("position");
  expect(await typesIn(secondFactorsStream(userId))).toEqual(["TwoFactorEnabled", "TwoFactorDisabled"]);

  await happens(4, { type: "TwoFactorEnabled", data: { userId } }, secondFactorsStream(userId));
  expect(await disowns()).toHaveProperty("position");
  expect(await typesIn(secondFactorsStream(userId))).toHaveLength(3);
});

it("D14 leaves what the owner added after an undo, also once the account was secured again", async () => {
  const happens = (minutes: number, event: AttestoryEvent, { stream = userStream(userId), id = randomUUID() } = {}) =>
    scratch.happened(stream, event, { id, person: userId, recordedAt: minute(minutes) });
  await happens(0, { type: "UserRegistered", data: { ...account, passwordHash: "hash" } });
  const streams = { identifier: "email-2", formerIdentifier: "email-1" };
  const change = { userId, requestId: randomUUID(), ...addresses, ...streams };
  await happens(1, { type: "EmailChanged", data: change }, { id: changeId });
  await happens(3, {
    type: "EmailChangeUndone",
    data: { userId, changeId, email: account.email, released: ["email-2"] },
  });
  await happens(4, { type: "TwoFactorEnabled", data: { userId } }, { stream: secondFactorsStream(userId) });
  await happens(5, { type: "AccountSecured", data: { userId, causeId: randomUUID() } });

  const commandHandler = createCommandHandler(scratch.log, scratch.sealing);
  const linkOfIntruder = { userId, eventId: randomUUID(), at: minute(2) };
  await disownChange({ log: scratch.log, commandHandler }, linkOfIntruder, systemContext("test", minute(6)));

  expect(await hasTotp(commandHandler, userId)).toBe(true);
});
