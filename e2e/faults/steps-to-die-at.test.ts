import { definitions } from "@attestory/events/catalogue.ts";
import { expect, it } from "vitest";
import {
  commandSteps,
  foldingSteps,
  killedAt,
  notKilledAt,
  registrationSteps,
  settlingSteps,
} from "./steps-to-die-at.ts";

it("RE-01 kills a process around the append of every event type of the catalogue, but those that no client causes", () => {
  const types = definitions.map(({ type }) => type);
  expect([...killedAt, ...notKilledAt].toSorted()).toEqual(types.toSorted());
});

it("RE-01 names a step for every event type at whose append a process is killed, and each step once", () => {
  const steps = [...registrationSteps, ...settlingSteps, ...foldingSteps, ...commandSteps];
  expect(new Set(steps).size).toBe(steps.length);
  for (const type of killedAt)
    expect(steps).toContainEqual(expect.stringMatching(`^append asked: [a-zA-Z]+ (\\w+,)*${type}(,\\w+)*$`));
});
