/** @module-tag random */
import { randomUUID } from "node:crypto";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { eventsOf, firstEventsOf, type Happening } from "./events-of.ts";
import { seed } from "./rounds.ts";
import { faultsOfReadModels, isBehind, startProjector } from "./start-projector.ts";
import { foldingSteps } from "./steps-to-die-at.ts";

const rounds = process.env.FULL_RUN === "1" ? 300 : 3;

/** A longer wait means that it hangs. */
const patienceMs = 60_000;

const service = scratchServiceOfTest();

const people = Array.from({ length: 40 }, () => ({ userId: randomUUID(), sessionId: randomUUID() }));
/** Events that create documents are as frequent as all events together. */
const happening = fc
  .constantFrom(...people)
  .chain((person) => fc.oneof(fc.constantFrom(...firstEventsOf(person)), fc.constantFrom(...eventsOf(person))));
type Death = typeof death extends fc.Arbitrary<infer Each> ? Each : never;
/** Dies at a step when it reaches it for the `hit`-th time, or `ms` milliseconds after it has begun. */
const death = fc.record({
  step: fc.option(fc.constantFrom(...foldingSteps), { freq: 2 }),
  hit: fc.integer({ min: 1, max: 4 }),
  ms: fc.nat(80),
  happens: fc.array(happening, { minLength: 30, maxLength: 60 }),
});

/** Always dies, so that no run tests only deaths that never happen. */
const certain: fc.Arbitrary<Death> = death.map((one) => ({ ...one, step: `documents written: ${users.name}`, hit: 1 }));

async function happen(all: readonly Happening[]): Promise<void> {
  for (const { stream, event } of all) {
    await service.happened(stream, event, { person: people[0]?.userId ?? "", ip: "192.0.2.1" });
  }
}

/** Kills the projector once and checks what it stored. Returns whether it died at the step of the death, rather than later. */
async function survives(
  { step, hit, ms, happens }: Death,
  { round, patience }: { round: number; patience: number },
): Promise<boolean> {
  const where = `SEED=${seed}, round ${round + 1}: ${step === null ? `killed ${ms}` : `${step} ${hit}`}`;
  // Some of the events exist before it begins, and some arrive while it works.
  const already = happens.length / 2;
  await happen(happens.slice(0, already));
  const projector = startProjector(service, step === null ? "" : `${hit} ${step}`);
  await projector.begun();
  const happening = happen(happens.slice(already));
  await projector.died(step === null ? ms : patience);
  expect(await projector.kill(), `${where}\n${projector.said()}`).toBe("SIGKILL");
  await happening;
  const faults = await faultsOfReadModels(service);
  expect(
    faults.filter((sentence) => !isBehind(sentence)),
    where,
  ).toEqual([]);
  return projector.said().includes("died at");
}

it(`RE-10 keeps read models equal to the log up to their checkpoint when projections are killed during batches (SEED=${seed})`, {
  timeout: rounds * 120_000,
}, async () => {
  const drawn = [...fc.sample(certain, { seed, numRuns: 1 }), ...fc.sample(death, { seed, numRuns: rounds - 1 })];
  let atSteps = 0;
  for (const [round, death] of drawn.entries()) {
    const diedAtStep = await survives(death, { round, patience: round === 0 ? patienceMs : 1000 });
    if (diedAtStep) atSteps++;
  }
  expect(atSteps).toBeGreaterThan(rounds / 10);
  const last = startProjector(service, "");
  try {
    await expect.poll(() => faultsOfReadModels(service), { timeout: patienceMs }).toEqual([]);
  } finally {
    await last.kill();
  }
});
