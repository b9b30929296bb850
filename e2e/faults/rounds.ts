import { randomInt } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import { readFolder } from "../invariants/folder.ts";
import { violations } from "../invariants/violations.ts";
import { Clients } from "./clients.ts";
import { DyingService } from "./dying-service.ts";
import { type EmailsBefore, knownAsSent, wrongEmails } from "./emails.ts";
import { type FlowName, flows, recurring } from "./flows/all-flows.ts";
import { halfDone } from "./half-done.ts";
import type { Step } from "./steps-to-die-at.ts";

/** When the process dies: while clients are at work, or while it restarts after dying in the middle of a registration. */
export interface Death extends Step {
  hit: number;
  during: "commands" | "start";
  /** A client whose registration, or change of address or username, was not answered never sends it again. */
  givesUp: boolean;
  /** The number of the visitors' first action, and of the flow that users take part in where none leads to the step. */
  first: number;
}

/** `SEED` repeats another run. */
export const seed = process.env.SEED ? Number(process.env.SEED) : randomInt(1_000_000_000);

/** Draws `count` deaths: every step once before any repeats, in an order that the seed determines. */
export function deaths(
  count: number,
  { commands, start }: { commands: readonly Step[]; start: readonly string[] },
): Death[] {
  const all = [
    ...commands.map((step) => ({ ...step, during: "commands" as const })),
    ...start.map((step) => ({ step, flow: null, during: "start" as const })),
  ];
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
  const drawn = fc
    .sample(shuffled, { seed, numRuns: Math.ceil(count / all.length) })
    .flat()
    .slice(0, count);
  const how = fc.record({ hit: fc.integer({ min: 1, max: 2 }), givesUp: fc.boolean(), first: fc.nat(999) });
  const manners = fc.sample(how, { seed, numRuns: count });
  return drawn.map((death, round) => {
    const manner = manners[round] ?? { hit: 1, givesUp: false, first: 0 };
    // There is one first admin, and of rotations at once all but one are refused.
    const happensOnce = death.flow === "firstAdmin" || death.flow === "signingKeys";
    return happensOnce ? { ...death, ...manner, hit: 1 } : { ...death, ...manner };
  });
}

const perFolder = 50;
/** A longer wait means that it hangs. */
const patienceMs = 60_000;
const aborting = "append asked: user UserRegistered";

/** Those that share a data folder. One that cuts off how the first admin is made comes first. */
function* foldersOf(all: readonly Death[]): Generator<Death[]> {
  let folder: Death[] = [];
  for (const death of all) {
    const isFull = folder.length === perFolder || isOfFirstAdmin(death);
    if (isFull && folder.length > 0) {
      yield folder;
      folder = [];
    }
    folder.push(death);
  }
  yield folder;
}
const isOfFirstAdmin = ({ flow }: Death): boolean => flow === "firstAdmin";

/** Kills the product at each of these deaths and checks the invariants after each. @throws naming the death after which a check failed */
export async function expectSurvival(all: readonly Death[]): Promise<void> {
  for (const folder of foldersOf(all)) {
    const service = await DyingService.start({ namesAdmin: !folder.some(isOfFirstAdmin) });
    try {
      await expectSurvivalIn(service, folder, all);
    } finally {
      await service.remove();
    }
  }
}

async function expectSurvivalIn(service: DyingService, folder: readonly Death[], all: readonly Death[]): Promise<void> {
  const clients = new Clients(service);
  const { adminEmail } = service;
  await Promise.all([clients.newcomer(), clients.newcomer(), adminEmail && clients.admin(adminEmail)]);
  for (const death of folder) {
    await expectSurvivalOf(service, clients, death).catch((error) => {
      const where = `SEED=${seed}, death ${all.indexOf(death) + 1}: ${JSON.stringify(death)}`;
      throw new Error(`${where}\n${service.output.slice(-3000)}`, { cause: error });
    });
  }
  const canaries = clients.canaries();
  expect(await violations(service.dataDir, { canaries, now: service.now })).toEqual([]);
  const printed = [...canaries.secrets, ...canaries.personal].filter((text) => service.output.includes(text));
  expect(printed).toEqual([]);
}

/** What every user does, with one who takes part in a flow. */
function goOn(clients: Clients, { first }: Death): Promise<void>[] {
  const visits = clients.visitors.slice(-2).map((visitor, at) => clients.visit(visitor, first + at));
  const newcomers = [clients.newcomer(), clients.newcomer(), clients.disowner(), clients.disowner()];
  const flow = recurring[first % recurring.length] ?? "joining";
  return [...visits, ...newcomers, clients.takePart(flows[flow])];
}

/** Nobody else leads to the flow's steps. */
const takePart = (clients: Clients, flow: FlowName, times: number): Promise<void>[] => [
  ...Array.from({ length: times }, () => clients.takePart(flows[flow])),
  clients.newcomer(),
  clients.disowner(),
];

async function die(service: DyingService, clients: Clients, death: Death): Promise<void> {
  const { step, flow, hit } = death;
  service.arm(step, hit);
  await Promise.all(flow === null ? goOn(clients, death) : takePart(clients, flow, hit));
  // One write may have stored both newcomers' keys, so the step may not have been reached a second time.
  if (step.includes("vault") && !(await service.dies(1000))) await clients.newcomer();
  expect(await service.dies(patienceMs), "it comes to the step").toBe(true);
  expect(await service.bury()).toBe(step);
}

async function expectSurvivalOf(service: DyingService, clients: Clients, death: Death): Promise<void> {
  const { step, during, givesUp } = death;
  const atStart = during === "start";
  await die(service, clients, atStart ? { ...death, step: aborting, hit: 1 } : death);
  const receivedBefore = service.mail.received.length;
  const knownBefore = await knownAsSent(service);
  if (atStart) {
    if (step.includes("@")) service.forgetReadModels();
    expect(await service.diesAtStart(step, patienceMs), "it comes to the step").toBe(true);
  }
  await service.restart();
  await clients.askAgain(givesUp);
  if (isOfFirstAdmin(death)) await clients.adminSignsIn();
  await clients.expectSameAnswers();
  await clients.expectAcknowledged();
  await expectSound(service, clients, { knownBefore, receivedBefore, deaths: atStart ? 2 : 1 });
}

async function expectSound(service: DyingService, clients: Clients, before: EmailsBefore): Promise<void> {
  const { keyring, events } = await readFolder(service.dataDir);
  expect(halfDone(events)).toEqual([]);
  const { dataDir, mail } = service;
  const check = async () => [
    ...(await violations(dataDir, { ledger: clients.ledger(keyring), now: service.now })),
    ...(await Array.fromAsync(wrongEmails(mail, service, before))),
  ];
  await expect.poll(check, { interval: 50, timeout: patienceMs }).toEqual([]);
}
