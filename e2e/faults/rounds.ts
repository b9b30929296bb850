import { randomInt } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import { readFolder } from "../invariants/folder.ts";
import { violations } from "../invariants/violations.ts";
import { Clients } from "./clients.ts";
import { DyingService } from "./dying-service.ts";
import { knownAsSent, wrongEmails } from "./emails.ts";
import { flows } from "./flows.ts";

/** When the process dies: while clients are at work, or while it restarts after dying in the middle of a registration. */
export interface Death {
  step: string;
  hit: number;
  during: "commands" | "start";
  /** A client whose registration, or change of address or username, was not answered never sends it again. */
  givesUp: boolean;
  /** The number of the visitors' first action. */
  first: number;
}

/** `SEED` repeats another run. */
export const seed = process.env.SEED ? Number(process.env.SEED) : randomInt(1_000_000_000);

/** Draws `count` deaths: every step once before any repeats, in an order that the seed determines. */
export function deaths(count: number, { commands, start }: Record<Death["during"], readonly string[]>): Death[] {
  const all = [
    ...commands.map((step) => ({ step, during: "commands" as const })),
    ...start.map((step) => ({ step, during: "start" as const })),
  ];
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
  const drawn = fc
    .sample(shuffled, { seed, numRuns: Math.ceil(count / all.length) })
    .flat()
    .slice(0, count);
  const how = fc.record({ hit: fc.integer({ min: 1, max: 2 }), givesUp: fc.boolean(), first: fc.nat(4) });
  const manners = fc.sample(how, { seed, numRuns: count });
  return drawn.map((death, round) => ({ ...death, ...(manners[round] ?? { hit: 1, givesUp: false, first: 0 }) }));
}

const perFolder = 50;
/** A longer wait means that it hangs. */
const patienceMs = 60_000;
const aborting = "append asked: user UserRegistered";

/** Kills the product at each of these deaths and checks the invariants after each. @throws naming the death after which a check failed */
export async function expectSurvival(all: readonly Death[]): Promise<void> {
  for (let from = 0; from < all.length; from += perFolder) {
    const service = await DyingService.start();
    const clients = new Clients(service);
    try {
      await Promise.all([clients.newcomer(), clients.newcomer(), clients.admin()]);
      for (const [at, death] of all.slice(from, from + perFolder).entries()) {
        await expectSurvivalOf(service, clients, death).catch((error) => {
          const where = `SEED=${seed}, death ${from + at + 1}: ${JSON.stringify(death)}`;
          throw new Error(`${where}\n${service.output.slice(-3000)}`, { cause: error });
        });
      }
      const canaries = clients.canaries();
      expect(await violations(service.dataDir, { canaries, now: service.now })).toEqual([]);
      const printed = [...canaries.secrets, ...canaries.personal].filter((text) => service.output.includes(text));
      expect(printed).toEqual([]);
    } finally {
      await service.remove();
    }
  }
}

async function expectSurvivalOf(service: DyingService, clients: Clients, death: Death): Promise<void> {
  const { step, during, givesUp, first } = death;
  const atStart = during === "start";
  service.arm(atStart ? aborting : step, atStart ? 1 : death.hit);
  const visits = clients.visitors.slice(-2).map((visitor, at) => clients.visit(visitor, first + at));
  const parts = Array.from({ length: death.hit }, () => flows.map((flow) => clients.takePart(flow))).flat();
  const newcomers = [clients.newcomer(), clients.newcomer(), clients.disowner(), clients.disowner()];
  await Promise.all([...visits, ...newcomers, ...parts]);
  // One write may have stored both newcomers' keys, so the step may not have been reached a second time.
  if (step.includes("vault") && !(await service.dies(1000))) await clients.newcomer();
  expect(await service.dies(patienceMs), "it comes to the step").toBe(true);
  const reached = await service.bury();
  expect(reached).toBe(atStart ? aborting : step);
  const receivedBefore = service.mail.received.length;
  const knownBefore = await knownAsSent(service);
  if (atStart) {
    if (step.includes("@")) service.forgetReadModels();
    expect(await service.diesAtStart(step, patienceMs), "it comes to the step").toBe(true);
  }
  await service.restart();
  await clients.askAgain(givesUp);
  await clients.expectSameAnswers();
  await clients.expectAcknowledged();
  const { keyring } = await readFolder(service.dataDir);
  const { dataDir, mail } = service;
  const deaths = atStart ? 2 : 1;
  const check = async () => [
    ...(await violations(dataDir, { ledger: clients.ledger(keyring), now: service.now })),
    ...(await Array.fromAsync(wrongEmails(mail, service, { knownBefore, receivedBefore, deaths }))),
  ];
  await expect.poll(check, { interval: 50, timeout: patienceMs }).toEqual([]);
}
