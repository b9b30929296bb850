/** @module-tag random */
import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { eventsOf, firstEventsOf } from "./events-of.ts";
import { seed } from "./rounds.ts";
import { faultsOfReadModels, isBehind, startProjector } from "./start-projector.ts";
import { buildingSteps, foldingSteps } from "./steps-to-die-at.ts";

const rounds = process.env.FULL_RUN === "1" ? 200 : 3;
/** A longer wait means that it hangs. */
const patienceMs = 60_000;

const service = scratchServiceOfTest();

const people = Array.from({ length: 20 }, () => ({ userId: randomUUID(), sessionId: randomUUID() }));
const happening = fc
  .constantFrom(...people)
  .chain((person) => fc.oneof(fc.constantFrom(...firstEventsOf(person)), fc.constantFrom(...eventsOf(person))));

/** Dies at a step when it reaches it, or `ms` milliseconds after it has begun. */
const death = fc.record({
  step: fc.option(fc.constantFrom(...buildingSteps, ...foldingSteps), { freq: 5 }),
  ms: fc.nat(300),
  /** Whether there are no read models at all before it, as after a restore. */
  isFresh: fc.boolean(),
  happens: fc.array(happening, { minLength: 20, maxLength: 40 }),
});
type Death = typeof death extends fc.Arbitrary<infer Each> ? Each : never;
/** Always dies in the middle of a build, so that no run tests only deaths that never happen. */
const certain: fc.Arbitrary<Death> = fc.record({
  step: fc.constantFrom(...buildingSteps),
  ms: fc.constant(0),
  isFresh: fc.constant(true),
  happens: fc.array(happening, { minLength: 20, maxLength: 40 }),
});

const files = () => readdirSync(service.dataDir).filter((name) => name.startsWith("read-models-"));

async function survives({ step, ms, isFresh, happens }: Death, round: number): Promise<boolean> {
  const where = `SEED=${seed}, round ${round + 1}: ${step ?? `killed after ${ms}`}`;
  if (isFresh) for (const name of files()) rmSync(join(service.dataDir, name));
  for (const { stream, event } of happens) {
    await service.happened(stream, event, { person: people[0]?.userId ?? "", ip: "192.0.2.1" });
  }
  const projector = startProjector(service, step === null ? "" : `1 ${step}`, 0);
  await projector.begun();
  // One step in a few is not reached: the build of a read model that is not far behind.
  const patience = round === 0 ? patienceMs : 2000;
  await projector.died(step === null ? ms : patience);
  expect(await projector.kill(), `${where}\n${projector.said()}`).toBe("SIGKILL");
  const faults = await faultsOfReadModels(service);
  expect(
    faults.filter((sentence) => !isBehind(sentence)),
    where,
  ).toEqual([]);
  return projector.said().includes("died at");
}

it(`RE-10 reads no half of a build when projections are killed while they build or switch (SEED=${seed})`, {
  timeout: rounds * 120_000,
}, async () => {
  const drawn = [...fc.sample(certain, { seed, numRuns: 1 }), ...fc.sample(death, { seed, numRuns: rounds - 1 })];
  let atSteps = 0;
  for (const [round, one] of drawn.entries()) if (await survives(one, round)) atSteps++;
  expect(atSteps).toBeGreaterThan(0);
  const last = startProjector(service, "", 0);
  try {
    await expect.poll(() => faultsOfReadModels(service), { timeout: patienceMs }).toEqual([]);
    const builds = await openBuilds(service);
    const list = () => builds.list();
    const states = async () => (await list()).map(({ projection, state }) => `${projection} ${state}`);
    // What a killed process left, also after a switch, is dropped in the background.
    const patience = { timeout: patienceMs };
    await expect.poll(states, patience).toEqual(allProjections.map(({ name }) => `${name} running`).toSorted());
    const named = (await list()).map(({ projection, build }) => `read-models-1.${projection}.${build}.sqlite`);
    expect(files().filter((name) => /@.*\.sqlite$/.test(name))).toEqual(named.toSorted());
    await builds.close();
  } finally {
    await last.kill();
  }
});
