import { randomUUID } from "node:crypto";
import type { UserEvent } from "@attestory/events/account-events.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { isRefused } from "../handling/decider.ts";
import { commandScene } from "../testing/command-scene.ts";
import { registerAnn } from "../testing/people.ts";
import { codeAt } from "../testing/totp-codes.ts";
import { enableTotp, type SettingUpOwner, startTotpSetUp } from "./set-up-totp.ts";

const { scratch: service, commandHandler } = commandScene();

const now = new Date("2026-03-02T10:00:00.000Z");
const begin = (asking: SettingUpOwner) => startTotpSetUp({ commandHandler }, asking, systemContext("test", now));
const finish = (asking: SettingUpOwner, secret: string) =>
  enableTotp(
    { commandHandler, keyring: service.keyring },
    { ...asking, code: codeAt(secret, now), replace: true },
    systemContext("test", now),
  );

async function givenSetUp(): Promise<SettingUpOwner & { secret: string }> {
  const asking = { userId: await registerAnn(commandHandler), sessionId: randomUUID() };
  const begun = await begin(asking);
  if (isRefused(begun)) throw new Error(begun.refused);
  return { ...asking, secret: begun.secret };
}

type Kept = Pick<SettingUpOwner, "userId" | "sessionId">;
const securing: Readonly<Record<string, (kept: Kept) => UserEvent>> = {
  "a changed password that keeps the session": ({ userId, sessionId }) => ({
    type: "PasswordChanged",
    data: { userId, passwordHash: "hash", keptSession: sessionId },
  }),
  "a removed password that keeps the session": ({ userId, sessionId }) => ({
    type: "PasswordRemoved",
    data: { userId, keptSession: sessionId },
  }),
  "a rescue that sets a password": ({ userId }) => ({
    type: "RescueLinkUsed",
    data: { userId, linkId: randomUUID(), purpose: "password" },
  }),
  "a rescue that removes second factors": ({ userId }) => ({
    type: "RescueLinkUsed",
    data: { userId, linkId: randomUUID(), purpose: "second-factors" },
  }),
};

describe("the set-up of an authenticator app", () => {
  it.each(Object.entries(securing))("D0 ends with %s, and the session is shown a new secret", async (_, secured) => {
    const { secret, ...asking } = await givenSetUp();
    await service.happened(userStream(asking.userId), secured(asking), { person: asking.userId });
    expect(await finish(asking, secret)).toEqual({ refused: "no-set-up" });
    const next = await begin(asking);
    expect(next).toEqual({ position: expect.any(BigInt), qrCode: expect.any(String), secret: expect.any(String) });
    expect(next).not.toMatchObject({ secret });
  });

  it("D0 shows no session the secret of another one that begins at the same moment", async () => {
    const { userId } = await givenSetUp();
    const sessions = Array.from({ length: 3 }, () => ({ userId, sessionId: randomUUID() }));
    const answers = await Promise.all(sessions.map(begin));
    const secrets = answers.flatMap((answer) => (isRefused(answer) ? [] : [answer.secret]));
    expect(secrets.length).toBeGreaterThan(0);
    expect(new Set(secrets).size).toBe(secrets.length);
    const refusals = answers.flatMap((answer) => (isRefused(answer) ? [answer.refused] : []));
    expect(refusals.every((refused) => refused === "conflict")).toBe(true);
  });
});
