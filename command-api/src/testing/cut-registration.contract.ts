import { randomUUID } from "node:crypto";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { reservation } from "../identifiers/reservation.ts";
import { settleReservation } from "../identifiers/settle-reservation.ts";
import { Died, dyingLog, forgetfulLog, heldLog } from "./failing-logs.ts";
import {
  later,
  type Mode,
  newPerson,
  type Process,
  type Registered,
  type Registrations,
  reasons,
  winners,
} from "./registrations.ts";

/** No registration makes more appends than this. */
const mostAppends = 7;
const steps = Array.from({ length: mostAppends }, (_, n) => n + 1);
/** Whether the wanted address is taken, and which append fails. */
const cuts = [false, true].flatMap((taken) => steps.map((nth) => ({ taken, nth })));
const moments = ["before", "after"] as const;
const deaths = cuts.flatMap((cut) => moments.map((moment) => ({ ...cut, moment })));
const deathsOfSweepers = [2, 3, 4].flatMap((nth) =>
  [1, 2, 3].flatMap((step) => moments.map((moment) => ({ nth, step, moment }))),
);
/** Runs all cases at once: each has its own people, and simultaneous appends are written together. */
const ofEach = <Case, Result>(cases: readonly Case[], plays: (each: Case) => Promise<Result>): Promise<Result[]> =>
  Promise.all(cases.map(plays));

/** The request of a registration that died. */
interface DeadRegistration {
  person: ReturnType<typeof newPerson>;
  key: string;
  taken: boolean;
}

const unlessDied = (error: unknown) => {
  if (error instanceof Died) return null;
  throw error;
};

/** Part of `reservationContract`: death, delay and lost answers at every step. The caller sweeps and checks afterwards. */
export function cutRegistrationContract(all: () => Registrations, mode: Mode, rounds: number): void {
  const wants = async (taken: boolean) => {
    const { email } = newPerson();
    if (taken) expect(winners([await all().started().registers(newPerson({ email }))])).toHaveLength(1);
    return newPerson({ email });
  };
  /** The outcome without a failure. */
  const expected = (taken: boolean): Registered =>
    taken && mode === "lenient" ? { refused: "email-taken" } : { userId: expect.any(String) };

  it.each([
    ["the expiry worker", async () => {}],
    ["the next claimant", (process, { person }) => process.registers(person, { mode, at: later })],
    ["a claimant that comes at once", (process, { person }) => process.registers(person, { mode })],
    [
      "its own repeat",
      async (process, { person, key, taken }) =>
        expect(await process.registers(person, { mode, key })).toEqual(expected(taken)),
    ],
  ] satisfies [string, (process: Process, dead: DeadRegistration) => unknown][])(
    "UQ-03 is finished or undone after it died at any step, by %s",
    async (_, mends) => {
      let died = 0;
      await ofEach(deaths, async ({ taken, nth, moment }) => {
        const person = await wants(taken);
        const key = randomUUID();
        const process = all().started(dyingLog(all().log, nth, moment));
        const outcome = await process.registers(person, { mode, key }).catch(unlessDied);
        if (outcome === null) died++;
        else expect(outcome).toEqual(expected(taken));
        await mends(all().started(), { person, key, taken });
      });
      expect(died).toBeGreaterThanOrEqual(16);
    },
  );

  it("UQ-03 keeps its username and address while its lease runs, and loses both to the next claimant once it is over", async () => {
    const { username, email } = newPerson();
    // The third append would register the user: both are reserved by then.
    const dying = all().started(dyingLog(all().log, 3, "before"));
    expect(await dying.registers(newPerson({ username, email }), { mode }).catch(unlessDied)).toBeNull();
    const claims = (said: Partial<ReturnType<typeof newPerson>>, at: Date) =>
      all().started().registers(newPerson(said), { at });
    const running = new Date(later.getTime() - 1);
    expect(await claims({ username }, running)).toEqual({ refused: "username-taken" });
    expect(await claims({ email }, running)).toEqual({ refused: "email-taken" });
    const [winner] = winners([await claims({ username, email }, later)]);
    for (const key of [all().nameKey(username), all().emailKey(email)]) {
      const { state } = await all().started().commandHandler.load(reservation, key);
      expect(state).toEqual({ status: "confirmed", userId: winner });
    }
  });

  it("UQ-03 is settled after it died, also when the expiry worker dies at any step", async () => {
    await ofEach(deathsOfSweepers, async ({ nth, step, moment }) => {
      const person = await wants(false);
      await all()
        .started(dyingLog(all().log, nth, "before"))
        .registers(person, { mode })
        .catch(unlessDied);
      const { commandHandler } = all().started(dyingLog(all().log, step, moment));
      for (const key of [all().nameKey(person.username), all().emailKey(person.email)]) {
        const { state } = await commandHandler.load(reservation, key);
        const userId = state.status === "reserved" ? state.userId : "";
        const settling = settleReservation(
          { commandHandler, keyring: all().keyring },
          { stream: key, userId },
          systemContext("claims", later),
        );
        await settling.catch(unlessDied);
      }
    });
  });

  it("UQ-04 wins nothing once it was aborted, whatever step it had stopped at", async () => {
    const begun = await ofEach(cuts, async ({ taken, nth }) => {
      const person = await wants(taken);
      const { log, held, letGo } = heldLog(all().log, nth);
      const slow = all().started(log).registers(person, { mode });
      await Promise.race([held, slow]);
      return { taken, nth, person, slow, letGo };
    });
    await all().sweeps();
    await ofEach(begun, async ({ taken, nth, person, slow, letGo }) => {
      const { username, email } = person;
      const [name, address] = await Promise.all([
        all().started().registers(newPerson({ username }), { at: later }),
        all().started().registers(newPerson({ email }), { at: later }),
      ]);
      letGo();
      const late = await slow;
      expect(winners([late, name]), "the name has one owner").toHaveLength(1);
      expect(winners([address]).length, "so has the address").toBe(taken || winners([late]).length ? 0 : 1);
      // For a new address, the third append is the registration.
      if (nth === 3 && !taken) expect(late).toEqual({ refused: "conflict" });
    });
  });

  it("UQ-06 gets the usual answer when the log's answer was lost and the command is repeated", async () => {
    let lost = 0;
    await ofEach(cuts, async ({ taken, nth }) => {
      const person = await wants(taken);
      const said = { mode, key: randomUUID() };
      const process = all().started(forgetfulLog(all().log, nth));
      const first = await process.registers(person, said).catch(() => null);
      if (first !== null) return;
      lost++;
      const again = await process.registers(person, said);
      expect(again).toEqual(expected(taken));
      expect(reasons([again, await all().started().registers(person, said)])).toEqual(
        "refused" in again ? [again.refused, again.refused] : [],
      );
      for (const userId of winners([again])) {
        expect((await all().log.read(userStream(userId))).version).toBe(1);
        const { events } = await all().log.read(all().nameKey(person.username));
        expect(events.map(({ type }) => type)).toEqual(["IdentifierClaimed", "IdentifierConfirmed"]);
      }
    });
    expect(lost).toBeGreaterThanOrEqual(8);
  });

  it("UQ-06 creates one user from a command that arrives five times at once", async () => {
    for (let round = 0; round < rounds; round++) {
      const person = await wants(mode === "strict");
      const said = { mode, key: randomUUID() };
      const two = [all().started(), all().started()] as const;
      const outcomes = await Promise.all([0, 1, 0, 1, 0].map((n) => two[n ? 1 : 0].registers(person, said)));
      expect(winners(outcomes)).toHaveLength(5);
      expect(new Set(winners(outcomes)).size).toBe(1);
    }
  });
}
