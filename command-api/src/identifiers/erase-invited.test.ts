import { randomUUID } from "node:crypto";
import { appendDamaged } from "@attestory/event-store/testing/damaged-seal.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { erasureStream, invitationStream, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { newPerson, registerPerson, registrationContext, now as t0 } from "../testing/registrations.ts";
import { emailStream, usernameStream } from "./canonical.ts";
import { type ErasureDependencies, startErasures } from "./erase-invited.ts";
import { endExpired } from "./lapse-registration.ts";

const scratch = scratchServiceOfTest();
let at: Date;
let open: (() => Promise<void>)[];
let reportedErrors: unknown[];
let reportedAbandoned: unknown[];
beforeEach(() => {
  at = t0;
  open = [];
  reportedErrors = [];
  reportedAbandoned = [];
});
afterEach(async () => {
  for (const close of open) await close();
});

const afterDays = (days: number) => new Date(t0.getTime() + days * 86_400_000);
const handler = () => createCommandHandler(scratch.log, scratch.sealing);

async function startWorkers(said: Partial<ErasureDependencies> = {}) {
  const started = await startErasures({
    ...scratch,
    commandHandler: handler(),
    now: () => at,
    everyMs: 2,
    pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
    reportError: (_, error, abandoned) => (abandoned ? reportedAbandoned.push(abandoned) : reportedErrors.push(error)),
    ...said,
  });
  open.push(started.close);
  return started;
}

/** A registration that has lapsed seven days after `t0`. */
async function givenLapsed() {
  const person = newPerson();
  const parts = { commandHandler: handler(), keyring: scratch.keyring };
  const registered = await registerPerson(parts, person);
  if (!("userId" in registered)) throw new Error(registered.refused);
  const { userId } = registered;
  await endExpired(parts, userId, registrationContext(scratch.keyring, { now: afterDays(7) }));
  return { ...person, userId };
}

const adminId = randomUUID();

async function givenInvitation(days: number, email: string | null = "ada@example.com", recordedAt = t0) {
  const invitationId = randomUUID();
  const roles = { isAdmin: false, isDeveloper: false, isPro: false };
  const expiresAt = afterDays(days).toISOString();
  const data = { invitationId, expiresAt, uses: 1, adminTerm: 1, ...roles, isAddressed: email !== null, email };
  const person = email === null ? adminId : invitationId;
  await scratch.happened(invitationStream(invitationId), { type: "InvitationMade", data }, { recordedAt, person });
  return invitationId;
}

const namedIn = async (stream: Parameters<ScratchService["log"]["read"]>[0]) => {
  const { events } = await scratch.log.read(stream);
  return (await scratch.sealing.decrypt(events)).flatMap(({ data }) => ("email" in data ? [data.email] : []));
};
const isTold = async (personId: string) => (await scratch.log.read(erasureStream(personId))).version === 1;
const isErased = (personId: string) => expect.poll(() => isTold(personId)).toBe(true);

describe("D6 the workers that erase who was invited and never confirmed", () => {
  it("destroy the key of a registration two weeks after it has lapsed, and not before", async () => {
    const before = await givenInvitation(1);
    const { userId, email } = await givenLapsed();
    await startWorkers();
    at = afterDays(20.99);
    // Its turn comes first.
    await isErased(before);
    expect([await isTold(userId), await namedIn(userStream(userId))]).toEqual([false, [email]]);

    at = afterDays(21);

    await isErased(userId);
    expect(await namedIn(userStream(userId))).toEqual([null]);
  });

  it("release what a lapsed registration still holds before its key is gone", async () => {
    const parts = { commandHandler: handler(), keyring: scratch.keyring };
    const person = newPerson();
    const registered = await registerPerson(parts, person);
    const userId = "userId" in registered ? registered.userId : "";
    const lapsed = { type: "RegistrationLapsed", data: { userId, reason: "expired" } } as const;
    await scratch.happened(userStream(userId), lapsed, { recordedAt: afterDays(7) });
    at = afterDays(21);
    await startWorkers();
    await isErased(userId);
    for (const stream of [
      emailStream(scratch.keyring, person.email),
      usernameStream(scratch.keyring, person.username),
    ]) {
      expect((await scratch.log.read(stream)).events.at(-1)?.type).toBe("IdentifierReleased");
    }
  });

  it("destroy the address of an invitation once it has expired for a week", async () => {
    const [week, longest, forAnyone] = [
      await givenInvitation(7),
      await givenInvitation(90),
      await givenInvitation(7, null),
    ];
    await startWorkers();
    at = afterDays(14);
    await isErased(week);
    expect([await namedIn(invitationStream(week)), await isTold(longest)]).toEqual([[null], false]);
    at = afterDays(96.99);
    expect(await namedIn(invitationStream(longest))).toEqual(["ada@example.com"]);
    at = afterDays(97);
    await isErased(longest);
    expect([await isTold(forAnyone), await isTold(adminId)]).toEqual([false, false]);
  });

  it("D21 leave a date in the future to a later start, as an invitation can be used until it expires", async () => {
    const invitation = await givenInvitation(7);
    const { userId } = await givenLapsed();
    const next = await givenInvitation(-20, "wren@example.com", afterDays(-20));
    at = afterDays(-2);
    const first = await startWorkers();
    await isErased(next);
    expect([await isTold(invitation), await isTold(userId)]).toEqual([false, false]);
    expect(await namedIn(invitationStream(invitation))).toEqual(["ada@example.com"]);
    await first.close();

    at = afterDays(21);
    await startWorkers();
    await isErased(userId);
    expect(await isTold(invitation)).toBe(true);
  });

  it("repeat what a process left behind that died after it destroyed the key, and tell it once", async () => {
    const [lapsed, invitation] = [await givenLapsed(), await givenInvitation(7)];
    for (const personId of [lapsed.userId, invitation]) await scratch.keyring.erasePerson(personId);
    at = afterDays(30);
    await Promise.all([startWorkers(), startWorkers(), startWorkers()]);
    for (const personId of [lapsed.userId, invitation]) await isErased(personId);
    expect(reportedErrors).toEqual([]);
  });

  it("go on when the log takes nothing for a moment, and erase then", async () => {
    const invitation = await givenInvitation(7);
    at = afterDays(14);
    let refused = 0;
    const log = logWith(scratch.log, {
      append(...asked) {
        if (refused++ < 2) throw new Error("no space");
        return scratch.log.append(...asked);
      },
    });
    await startWorkers({ log });
    await isErased(invitation);
    expect(reportedErrors).toHaveLength(2);
  });

  it("erase nobody whose account has not lapsed, whatever an event says", async () => {
    const userId = randomUUID();
    const lapsed = { type: "RegistrationLapsed", data: { userId, reason: "expired" } } as const;
    await scratch.happened(userStream(userId), lapsed, { recordedAt: t0 });
    at = afterDays(14);
    await startWorkers();
    await expect.poll(() => String(reportedErrors)).toContain("has not lapsed");
    expect(await isTold(userId)).toBe(false);
  });

  it("give up one that fails for a day, come to the next ones, and try again at the next start", async () => {
    const damaged = randomUUID();
    const account = { userId: damaged, email: "wren@example.com", username: "wren", firstName: null, lastName: null };
    const registered = { type: "UserRegistered", data: { ...account, passwordHash: "hash" } } as const;
    await appendDamaged(
      scratch,
      { stream: userStream(damaged), event: registered },
      { person: damaged, recordedAt: t0 },
    );
    const lapsed = { type: "RegistrationLapsed", data: { userId: damaged, reason: "expired" } } as const;
    await scratch.happened(userStream(damaged), lapsed, { recordedAt: t0 });
    const next = await givenInvitation(7);
    at = afterDays(15);
    const first = await startWorkers();
    await isErased(next);
    expect([reportedAbandoned, await isTold(damaged)]).toEqual([[{ personId: damaged }], false]);
    await first.close();
    await startWorkers();
    await expect.poll(() => reportedAbandoned.length).toBe(2);
  });
});
