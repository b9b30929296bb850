import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { invitedAccountsStream, userStream } from "@attestory/events/envelope.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { endExpired, lapseRegistration } from "../identifiers/lapse-registration.ts";
import { createMailLimits } from "../mail/mail-limits.ts";
import { newPerson, now, registrationContext } from "../testing/registrations.ts";
import { type AskedAccount, type CreateUserDependencies, createUser } from "./create-user.ts";

const ownerId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const otherOwner = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const [keyId, otherKey] = ["9a0b1c2d-3e4f-4051-8263-748596a7b8c9", "1d2c3b4a-5f6e-4780-9a0b-c1d2e3f4a5b6"] as const;
const byKey = {
  actor: { kind: "user", id: ownerId },
  delegate: { kind: "apiKey", id: keyId },
  method: "post",
  path: "/api/users",
} as const;
const byAdmin = { ...byKey, delegate: null, path: "/api/admin/users" } as const;
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const scratch = scratchServiceOfTest();
/** Two processes: each has its own cache of stream states. */
let processes: CreateUserDependencies[];
beforeEach(() => {
  processes = [1, 2].map(() => ({
    commandHandler: createCommandHandler(scratch.log, scratch.sealing),
    keyring: scratch.keyring,
    enumerationProtection: "lenient",
    mailLimits: createMailLimits(unlimited),
    invitationsPerDay: 3,
  }));
});

type Said = Partial<Parameters<typeof registrationContext>[1]>;
const contextOf = (said: Said = {}) => registrationContext(scratch.keyring, { ...byKey, ...said });
const asked = (said: Partial<AskedAccount> = {}): AskedAccount => {
  const { password: _, invitation: __, ...account } = newPerson();
  return { ...account, ...said };
};
const inProcess = (index: number): CreateUserDependencies => {
  const dependencies = processes[index % processes.length];
  if (!dependencies) throw new TypeError("no such process");
  return dependencies;
};
const creates = (said: Said = {}, account = asked(), process = 0) =>
  createUser(inProcess(process), account, contextOf(said));
const outcomes = (created: readonly object[]) =>
  created.map((each) => ("refused" in each ? (each.refused as string) : "created")).toSorted();
const usedUp = "invitations-used-up";

async function givenCreated(said: Said = {}): Promise<string> {
  const outcome = await creates(said);
  if ("refused" in outcome) throw new Error(outcome.refused);
  return outcome.user.userId;
}
const typesOf = async (stream: Parameters<ScratchService["log"]["read"]>[0]) =>
  (await scratch.log.read(stream)).events.map(({ type }) => type);

describe("D12 the accounts that API keys create", () => {
  it("are never more in 24 hours than their owner's budget, by any of the keys and in any process", async () => {
    const keys = [keyId, otherKey];
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        creates({ delegate: { kind: "apiKey", id: keys[n % 2] ?? "" } }, asked(), Math.floor(n / 2)),
      ),
    );
    expect(outcomes(all)).toEqual([...Array(3).fill("created"), ...Array(9).fill(usedUp)]);
    expect(outcomes([await creates({ actor: { kind: "user", id: otherOwner } })])).toEqual(["created"]);
  });

  it("go on when the oldest one is a day old, and say when that is", async () => {
    for (const seconds of [0, 60, 120]) await creates({ now: later(seconds) });
    const resumesAt = later(86_400);
    expect(await creates({ now: later(86_340) })).toEqual({ refused: usedUp, limit: 3, resumesAt, waitSeconds: 60 });
    expect(outcomes([await creates({ now: resumesAt }), await creates({ now: resumesAt })])).toEqual([
      "created",
      usedUp,
    ]);
  });

  it("leave nothing in the log when they are refused, and use nothing up when the address is taken", async () => {
    const first = asked();
    await creates({}, first);
    for (let n = 0; n < 4; n++) await creates({}, asked({ email: first.email }));
    await creates();
    await creates();
    const head = await scratch.log.head();
    expect(outcomes([await creates()])).toEqual([usedUp]);
    expect(await scratch.log.head()).toBe(head);
  });

  it("are created again by a repeated command when the budget is used up", async () => {
    const repeated = { idempotencyKey: "7d0c46d5-4f39-4d3f-a6a0-4a1f4b9f4b0e" };
    const account = asked();
    const first = await creates(repeated, account);
    await creates();
    await creates();
    expect(await creates(repeated, account)).toMatchObject({ user: "user" in first ? first.user : null });
  });

  it("become fewer by each that was not confirmed, once, however it ended", async () => {
    const [expired, disowned] = [await givenCreated(), await givenCreated()];
    const [one, other] = [inProcess(0), inProcess(1)];
    const after = later(7 * 86_400);
    const system = contextOf({ actor: { kind: "system", id: "lapses" }, delegate: null, now: after });
    await lapseRegistration(one, { userId: disowned, reason: "disowned" }, system);
    // Two workers, and one of them again.
    for (const worker of [one, other, one]) expect(await endExpired(worker, expired, system)).toBe(true);
    expect(await typesOf(invitedAccountsStream(ownerId))).toEqual([
      "InvitedAccountCounted",
      "InvitedAccountCounted",
      "InvitedAccountLapsed",
      "InvitedAccountLapsed",
    ]);
    expect(await creates({ now: after })).toHaveProperty("user");
    expect(await creates({ now: after })).toMatchObject({ refused: usedUp, limit: 1 });
    expect(await creates({ now: later(38 * 86_400) })).toHaveProperty("user");
    expect(await creates({ now: later(38 * 86_400) })).toHaveProperty("user");
  });

  it("are not counted for an admin, who creates them without a key", async () => {
    for (let n = 0; n < 5; n++) expect(await creates(byAdmin)).toHaveProperty("user");
    const userId = await givenCreated(byAdmin);
    expect(await typesOf(userStream(userId))).toEqual(["UserRegistered", "PasswordResetRequested"]);
    expect(await typesOf(invitedAccountsStream(ownerId))).toEqual([]);
  });
});
