import { randomUUID } from "node:crypto";
import { userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { holdSeconds, lapseSeconds } from "../accounts/registration-age.ts";
import { user } from "../accounts/user.ts";
import type { LapseReason } from "../accounts/user-command.ts";
import { systemContext } from "../handling/command-context.ts";
import { isRefused } from "../handling/decider.ts";
import { lapseRegistration } from "../identifiers/lapse-registration.ts";
import { Died, dyingLog, heldLog } from "./failing-logs.ts";
import {
  type Mode,
  newPerson,
  now,
  type Process,
  type Registered,
  type Registrations,
  reasons,
  winners,
} from "./registrations.ts";

const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
/** When a registration of `now` can be replaced. */
const replaceable = after(holdSeconds);
/** No registration that replaces another one makes more appends. */
const mostAppends = 8;
const deaths = Array.from({ length: mostAppends }, (_, n) => n + 1).flatMap((nth) =>
  (["before", "after"] as const).map((moment) => ({ nth, moment })),
);
const unlessDied = (error: unknown) => {
  if (error instanceof Died) return null;
  throw error;
};

/** Part of `reservationContract`: registrations that lapse. The caller sweeps and checks afterwards. */
export function lapsingContract(all: () => Registrations, rounds: number): void {
  const times = <Result>(count: number, make: (n: number) => Result) =>
    Array.from({ length: count }, (_, n) => make(n));
  /** A registration that is pending since `now`. */
  const givenPending = async () => {
    const person = newPerson();
    const [userId = ""] = winners([await all().started().registers(person)]);
    return { person, userId };
  };
  const typesOf = async (userId: string) => (await all().log.read(userStream(userId))).events.map(({ type }) => type);
  const lapse = (process: Process, userId: string, { reason, at }: { reason: LapseReason; at: Date }) =>
    lapseRegistration(
      { commandHandler: process.commandHandler, keyring: all().keyring },
      { userId, reason },
      systemContext("test", at),
    );
  const verify = async ({ commandHandler }: Process, userId: string) => {
    const { state } = await commandHandler.load(user, userStream(userId));
    const verificationId = state.status === "registered" ? state.verification.id : randomUUID();
    const command = { type: "verify-email", verificationId, sameBrowser: true, now: replaceable } as const;
    const commandContext = systemContext("test", replaceable);
    return commandHandler.handle({ decider: user, stream: userStream(userId), command, person: null, commandContext });
  };

  it("A3 RC-01 lets exactly one of fifty concurrent registrations replace a pending one", async () => {
    for (let round = 0; round < rounds; round++) {
      const { person, userId } = await givenPending();
      const two = [all().started(), all().started()] as const;
      const outcomes = await Promise.all(
        times(50, (n) => two[n % 2 ? 1 : 0].registers(newPerson({ email: person.email }), { at: replaceable })),
      );
      expect(winners(outcomes)).toHaveLength(1);
      expect(reasons(outcomes)).toEqual(Array(49).fill("email-taken"));
      expect(await typesOf(userId)).toEqual(["UserRegistered", "RegistrationLapsed"]);
    }
  });

  it("A3 RC-01 makes one owner and 49 decoys of fifty that replace a pending one, in strict mode", async () => {
    const { person, userId } = await givenPending();
    const { email } = person;
    const said = { mode: "strict", at: replaceable } as const;
    const users = winners(await Promise.all(times(50, () => all().started().registers(newPerson({ email }), said))));
    const types = (await Promise.all(users.map(typesOf))).flat();
    expect(types.toSorted()).toEqual([...Array(49).fill("DecoyRegistered"), "UserRegistered"]);
    expect(await typesOf(userId)).toEqual(["UserRegistered", "RegistrationLapsed"]);
  });

  it("A3 UQ-05 gives what a lapsed registration held to one of those who want it next", async () => {
    const lapses = [
      { reason: "replaced", at: replaceable },
      { reason: "expired", at: after(lapseSeconds) },
      { reason: "disowned", at: now },
    ] as const;
    for (const { reason, at } of lapses) {
      const { person, userId } = await givenPending();
      const { email, username } = person;
      const process = all().started();
      expect(isRefused(await lapse(process, userId, { reason, at }))).toBe(false);
      const [forEmail, forName] = await Promise.all([
        Promise.all(times(5, () => process.registers(newPerson({ email }), { at }))),
        Promise.all(times(5, () => all().started().registers(newPerson({ username }), { at }))),
      ]);
      expect(winners(forEmail)).toHaveLength(1);
      expect(winners(forName)).toHaveLength(1);
    }
  });

  it("A3 UQ-05 takes turns where registrations replace each other by address and by username", async () => {
    for (let round = 0; round < rounds; round++) {
      const [first, second] = [await givenPending(), await givenPending()];
      const crossed = newPerson({ email: first.person.email, username: second.person.username });
      const outcomes = await Promise.all(times(6, () => all().started().registers(crossed, { at: replaceable })));
      expect(winners(outcomes)).toHaveLength(1);
      for (const { userId } of [first, second]) expect(await typesOf(userId)).toContain("RegistrationLapsed");
    }
  });

  it("A3 lets either a verification or a replacement win", async () => {
    for (let round = 0; round < 4 * rounds; round++) {
      const { person, userId } = await givenPending();
      const [verified, registered] = await Promise.all([
        verify(all().started(), userId),
        all()
          .started()
          .registers(newPerson({ email: person.email }), { at: replaceable }),
      ]);
      expect([isRefused(verified), winners([registered]).length]).toBeOneOf([
        [false, 0],
        [true, 1],
      ]);
      expect(await typesOf(userId)).toEqual([
        "UserRegistered",
        isRefused(verified) ? "RegistrationLapsed" : "EmailVerified",
      ]);
    }
  });

  describe.each(["lenient", "strict"] satisfies Mode[])("A3 a replacement (%s)", (mode) => {
    it.each([
      ["the expiry worker", async () => null],
      ["the next claimant", (process, { person }) => process.registers(person, { mode, at: after(2 * holdSeconds) })],
      ["its own repeat", (process, { person, key }) => process.registers(person, { mode, key, at: replaceable })],
    ] satisfies [
      string,
      (process: Process, dead: { person: Registrant; key: string }) => Promise<Registered | null>,
    ][])("A3 UQ-03 is finished or undone after it died at any step, by %s", async (by, mends) => {
      const outcomes = await Promise.all(
        deaths.map(async ({ nth, moment }) => {
          const { person: pending } = await givenPending();
          // Every second one also wants another username.
          const person = newPerson(nth % 2 ? pending : { email: pending.email });
          const key = randomUUID();
          const process = all().started(dyingLog(all().log, nth, moment));
          const outcome = await process.registers(person, { mode, key, at: replaceable }).catch(unlessDied);
          const mended = await mends(all().started(), { person, key });
          return { outcome, mended };
        }),
      );
      expect(outcomes.filter(({ outcome }) => outcome === null).length).toBeGreaterThanOrEqual(14);
      if (by === "its own repeat") {
        expect(outcomes.map(({ mended }) => mended)).toEqual(deaths.map(() => ({ userId: expect.any(String) })));
      }
    });

    it("A3 UQ-04 of a registration that stopped before it was confirmed leaves one owner", async () => {
      const person = newPerson();
      const { log, held, letGo } = heldLog(all().log, 4);
      const slow = all().started(log).registers(person, { mode });
      await held;
      const { email } = person;
      const next = await all().started().registers(newPerson({ email }), { mode, at: replaceable });
      letGo();
      await slow;
      expect(winners([next])).toHaveLength(1);
      const other = await all()
        .started()
        .registers(newPerson({ username: person.username }), { at: replaceable });
      expect(winners([other])).toHaveLength(1);
    });

    it("A3 gives a repeated command its old answer, although its registration was replaced", async () => {
      const person = newPerson();
      const key = randomUUID();
      const first = await all().started().registers(person, { mode, key });
      const second = await all()
        .started()
        .registers(newPerson({ email: person.email }), { mode, at: replaceable });
      expect(await all().started().registers(person, { mode, key, at: replaceable })).toEqual(first);
      expect(winners([first, second])).toHaveLength(2);
    });
  });
}

type Registrant = ReturnType<typeof newPerson>;
