import { createHash, randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { reservation } from "../identifiers/reservation.ts";
import { reserveIdentifier } from "../identifiers/reserve-identifier.ts";
import { settleReservation } from "../identifiers/settle-reservation.ts";
import { cutRegistrationContract } from "./cut-registration.contract.ts";
import { lapsingContract } from "./lapsing.contract.ts";
import { type Mode, newPerson, now, openRegistrations, type Registrations, reasons, winners } from "./registrations.ts";

const often = process.env.FULL_RUN === "1" ? 200 : 1;
const modes: Mode[] = ["lenient", "strict"];
const times = <Result>(count: number, make: (n: number) => Result) => Array.from({ length: count }, (_, n) => make(n));

/** The contract of every log: an address and a username have one owner, even if processes die or are slow. */
export function reservationContract(name: string, openLog: () => Promise<EventLog>, rounds = often): void {
  describe(name, { timeout: 60_000 * Math.max(1, rounds / 20) }, () => {
    let all: Registrations;
    beforeAll(async () => {
      all = await openRegistrations(openLog);
    });
    afterEach(async () => {
      await all.sweeps();
      await all.holds();
    }, 60_000);
    afterAll(() => all.close());

    /** Two processes that take turns. */
    const twoProcesses = () => {
      const two = [all.started(), all.started()] as const;
      return (n: number) => two[n % 2 ? 1 : 0];
    };

    it(`UQ-01 lets one of fifty concurrent registrations have an address, and one a username, ${rounds} times`, async () => {
      for (let round = 0; round < rounds; round++) {
        const { email, username } = newPerson();
        const process = round % 2 ? () => all.started() : twoProcesses();
        const forEmail = await Promise.all(times(50, (n) => process(n).registers(newPerson({ email }))));
        expect(winners(forEmail)).toHaveLength(1);
        expect(reasons(forEmail)).toEqual(Array(49).fill("email-taken"));
        const forName = await Promise.all(times(50, (n) => process(n).registers(newPerson({ username }))));
        expect(winners(forName)).toHaveLength(1);
        expect(reasons(forName)).toEqual(Array(49).fill("username-taken"));
      }
    });

    it("UQ-01 creates one owner and 49 decoys from fifty concurrent registrations of an address, in strict mode", async () => {
      const { email } = newPerson();
      const process = twoProcesses();
      const users = winners(
        await Promise.all(times(50, (n) => process(n).registers(newPerson({ email }), { mode: "strict" }))),
      );
      const histories = await Promise.all(users.map((id) => all.log.read(userStream(id))));
      const types = histories.flatMap(({ events }) => events.map(({ type }) => type));
      expect(types.toSorted()).toEqual([...Array(49).fill("DecoyRegistered"), "UserRegistered"]);
    });

    it.each(modes)(
      "UQ-02 leaves no partial owner where registrations compete for usernames and addresses (%s)",
      async (mode) => {
        for (let round = 0; round < rounds; round++) {
          const three = times(3, () => newPerson());
          const wanted = three.flatMap(({ username }) => three.map(({ email }) => newPerson({ username, email })));
          const process = twoProcesses();
          const everybody = [...wanted, ...wanted.toReversed()];
          const outcomes = await Promise.all(everybody.map((person, n) => process(n).registers(person, { mode })));
          expect(winners(outcomes).length).toBeGreaterThan(0);
          expect(winners(outcomes).length).toBeLessThanOrEqual(3);
          for (const why of reasons(outcomes)) expect(["email-taken", "username-taken"]).toContain(why);
        }
      },
      60_000,
    );

    it("UQ-02 leaves no identifier reserved after two users reserved both in opposite order", async () => {
      const reservations = async (...keys: StreamName[]) => {
        const parts = { commandHandler: all.started().commandHandler, keyring: all.keyring };
        const userId = randomUUID();
        const commandContext = systemContext("test", now);
        const outcomes = [];
        for (const key of keys) outcomes.push(await reserveIdentifier(parts, { stream: key, userId }, commandContext));
        for (const key of keys) await settleReservation(parts, { stream: key, userId }, commandContext);
        return outcomes.every((outcome) => outcome === "reserved");
      };
      for (let round = 0; round < rounds; round++) {
        const [x, y] = [all.emailKey(newPerson().email), all.nameKey(newPerson().username)];
        const had = await Promise.all([reservations(x, y), reservations(y, x)]);
        expect(had).not.toEqual([true, true]);
        for (const key of [x, y])
          expect((await all.started().commandHandler.load(reservation, key)).state.status).toBe("free");
      }
    });

    describe.each(modes)("an unfinished registration (%s)", (mode) => cutRegistrationContract(() => all, mode, rounds));

    it("UQ-05 gives a released address to one of those who want it next", async () => {
      const process = all.started();
      const parts = { commandHandler: process.commandHandler, keyring: all.keyring };
      for (let round = 0; round < rounds; round++) {
        const owner = winners([await process.registers(newPerson())])[0] as string;
        const { email } = newPerson();
        // The owner reserves a second address while another person registers it, and never uses it.
        const [thought, registered] = await Promise.all([
          reserveIdentifier(parts, { stream: all.emailKey(email), userId: owner }, systemContext("test", now)),
          process.registers(newPerson({ email })),
        ]);
        const [winnersNow, winnersNext] = thought === "reserved" ? [0, 1] : [1, 0];
        expect(winners([registered])).toHaveLength(winnersNow);
        await settleReservation(parts, { stream: all.emailKey(email), userId: owner }, systemContext("test", now));
        const next = await Promise.all(times(5, () => process.registers(newPerson({ email }))));
        expect(winners(next)).toHaveLength(winnersNext);
      }
    });

    describe("a registration that lapses", () => lapsingContract(() => all, rounds));

    it("UQ-08 names streams so that a dictionary of addresses does not lead to them", async () => {
      const people = times(20, () => newPerson());
      for (const person of people) await all.started().registers(person);
      const streams = new Set((await all.stored()).map(({ stream }) => stream.replace(/^(email|username)-/, "")));
      const strangers = times(500, (n) => `stranger${n}@example.com`);
      const dictionary = [...people.map(({ email }) => email), ...strangers];
      const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");
      const guesses = [hashOf, (email: string) => hashOf(JSON.stringify(["email", email]))];
      for (const attempt of guesses) expect(dictionary.filter((email) => streams.has(attempt(email)))).toEqual([]);
      // With the pepper they are found: the addresses are in the log.
      const known = dictionary.filter((email) => streams.has(all.emailKey(email).replace("email-", "")));
      expect(known).toHaveLength(20);
    });
  });
}
