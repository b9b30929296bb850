import { definitions } from "@attestory/events/definitions.ts";
import { expect, it } from "vitest";
import { flowSteps, killedAt, notKilledAt, registrationSteps, settlingSteps, visitSteps } from "./steps-to-die-at.ts";

it("RE-01 kills a process around the append of every event type of the catalogue, but those that no client causes", () => {
  const types = definitions.map(({ type }) => type);
  expect([...killedAt, ...notKilledAt].toSorted()).toEqual(types.toSorted());
});

it("RE-01 names a step for every event type at whose append a process is killed, and each step of a flow once", () => {
  const led = [...registrationSteps, ...visitSteps, ...flowSteps];
  expect(new Set(led.map(({ step, flow }) => `${flow}: ${step}`)).size).toBe(led.length);
  const steps = [...led.map(({ step }) => step), ...settlingSteps];
  for (const type of killedAt)
    expect(steps).toContainEqual(expect.stringMatching(`^append asked: [a-zA-Z]+ (\\w+,)*${type}(,\\w+)*$`));
});
