/** @module-tag random */
import { randomUUID } from "node:crypto";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { makeFormer } from "../stand-ins/projections/make-former.ts";
import { eventsOf, firstEventsOf } from "./events-of.ts";
import { seed } from "./rounds.ts";
import { faultsOfReadModels, isBehind, startRaisedProjector } from "./start-projector.ts";

const rounds = process.env.FULL_RUN === "1" ? 100 : 1;
const patienceMs = 60_000;

const service = scratchServiceOfTest();
const someone = { userId: randomUUID(), sessionId: randomUUID() };
const happening = fc.constantFrom(...firstEventsOf(someone), ...eventsOf(someone));

/** Of the copy (begun, sealed), of the build beside it, and of the switch. */
const steps = [
  `1 build begun: ${sessions.name}`,
  `1 build sealed: ${sessions.name}`,
  `1 build written: ${sessions.name}`,
  `1 build active: ${sessions.name}`,
];
const happens = fc.array(happening, { minLength: 5, maxLength: 20 });
const death = fc.record({ step: fc.option(fc.constantFrom(...steps), { freq: 5 }), ms: fc.nat(300), happens });
const certain = fc.record({ step: fc.constantFrom(...steps), ms: fc.constant(0), happens });

const states = async () => {
  const builds = await openBuilds(service);
  const list = await builds.list();
  await builds.close();
  return list.map((one) => `${one.projection} ${one.state}${one.isCarriedOver ? " carried over" : ""}`);
};
const allBuilt = allProjections.map(({ name }) => `${name} running`).toSorted();

async function completes(): Promise<void> {
  const projector = startRaisedProjector(service, "");
  try {
    await expect.poll(() => faultsOfReadModels(service), { timeout: patienceMs }).toEqual([]);
    await expect.poll(states, { timeout: patienceMs }).toEqual(allBuilt);
  } finally {
    await projector.kill();
  }
}

it(`RE-14 loses nothing of a former version's documents when projections are killed on the way to the new ones (SEED=${seed})`, {
  timeout: rounds * 120_000,
}, async () => {
  const drawn = [...fc.sample(certain, { seed, numRuns: 1 }), ...fc.sample(death, { seed, numRuns: rounds - 1 })];
  await completes();
  let atSteps = 0;
  for (const [round, { step, ms, happens }] of drawn.entries()) {
    const where = `SEED=${seed}, round ${round + 1}: ${step ?? `killed after ${ms}`}`;
    makeFormer(service.dataDir);
    for (const { stream, event } of happens) await service.happened(stream, event, { person: someone.userId });
    const projector = startRaisedProjector(service, step ?? "");
    await Promise.all([projector.begun(), projector.died(step === null ? ms : patienceMs)]);
    expect(await projector.kill(), `${where}\n${projector.said()}`).toBe("SIGKILL");
    const faults = await faultsOfReadModels(service);
    const wrong = faults.filter((sentence) => !isBehind(sentence));
    expect(wrong, where).toEqual([]);
    if (projector.said().includes("died at")) atSteps++;
  }
  await completes();
  expect(atSteps).toBeGreaterThan(0);
});
