import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { systemContext } from "../handling/command-context.ts";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { ann } from "../testing/people.ts";
import { codeAt, wrongCode } from "../testing/totp-codes.ts";
import { secondFactors } from "./second-factors.ts";
import { enableTotp } from "./set-up-totp.ts";
import { verifyCode } from "./verify-code.ts";

const service = scratchServiceOfFile();
/** Two processes on one log: neither sees what the other has cached. */
let handlers: CommandHandler[];
beforeAll(() => {
  handlers = [1, 2].map(() => createCommandHandler(service.log, service.sealing));
});

const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = new Date(t0.getTime() + 60_000);

const handlerOf = (n: number): CommandHandler => handlers[n % handlers.length] as CommandHandler;

async function givenTotp(): Promise<{ userId: string; secret: string }> {
  const [commandHandler, { keyring }] = [handlerOf(0), service];
  const userId = randomUUID();
  await service.keyring.createPersonKey(userId);
  await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "register", userId, passwordHash: "hash", ...ann },
    person: userId,
    commandContext: systemContext("test", t0),
  });
  const sessionId = randomUUID();
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "start-set-up", userId, by: { sessionId, sessionEpoch: 0 }, secret, now: t0 },
    person: userId,
    commandContext: systemContext("test", t0),
  });
  const enabled = await enableTotp(
    { commandHandler, keyring },
    { userId, sessionId, code: codeAt(secret, t0), replace: true },
    systemContext("test", t0),
  );
  expect(enabled).toHaveProperty("recoveryCodes");
  return { userId, secret };
}

/** Gives codes all at once, and returns how often each came out. */
async function giveAtOnce(userId: string, codes: readonly string[]): Promise<Record<string, number>> {
  const outcomes = await Promise.all(
    codes.map((code, n) =>
      verifyCode(
        { commandHandler: handlerOf(n), keyring: service.keyring },
        { userId, code, purpose: "step-up", device: null },
        systemContext("test", later),
      ),
    ),
  );
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name = isRefused(outcome) ? outcome.refused : "accepted";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const typesOf = async (userId: string): Promise<string[]> =>
  (await service.log.read(secondFactorsStream(userId))).events.map(({ type }) => type);

describe("codes given at once, to two processes", () => {
  it.each([20, 50])("TF-01 RC-06 the same code %d times: one is accepted, the others were used", async (times) => {
    const { userId, secret } = await givenTotp();
    const outcomes = await giveAtOnce(userId, Array(times).fill(codeAt(secret, later)));
    expect(outcomes).toEqual({ accepted: 1, "used-code": times - 1 });
    expect((await typesOf(userId)).filter((type) => type === "TotpStepAccepted")).toHaveLength(2);
  });

  it("TF-03 RC-06 two hundred wrong codes: five are evaluated, then all are refused", async () => {
    const { userId, secret } = await givenTotp();
    const outcomes = await giveAtOnce(userId, Array(200).fill(wrongCode(secret, later)));
    expect(outcomes).toEqual({ "wrong-code": 5, "too-many-attempts": 195 });
    const types = await typesOf(userId);
    expect(types.filter((type) => type === "WrongCodeGiven")).toHaveLength(5);
    expect(types.filter((type) => type === "CodesLocked")).toHaveLength(1);
    expect(await giveAtOnce(userId, [codeAt(secret, later)])).toEqual({ "too-many-attempts": 1 });
  });
});

it("verifies codes of a user who has signed in hundreds of times from a snapshot", async () => {
  const { userId, secret } = await givenTotp();
  const [commandHandler, { keyring }] = [handlerOf(0), service];
  for (let n = 0; n < 120; n++) {
    const now = new Date(later.getTime() + n * 30_000);
    const given = { userId, code: codeAt(secret, now), purpose: "sign-in", device: null } as const;
    const verified = await verifyCode({ commandHandler, keyring }, given, systemContext("test", now));
    expect(verified).toHaveProperty("secondFactor", "totp");
  }
  await commandHandler.settled();
  const other = createCommandHandler(service.log, service.sealing);
  const fresh = await other.load(secondFactors, secondFactorsStream(userId));
  expect(fresh).toEqual(await commandHandler.load(secondFactors, secondFactorsStream(userId)));
});
