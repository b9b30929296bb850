/** @module-tag random */
import { it } from "vitest";
import { deaths, expectSurvival, seed } from "./rounds.ts";
import { flowSteps, foldingSteps, visitSteps } from "./steps-to-die-at.ts";

const all = [...visitSteps, ...flowSteps];
/** `STEPS`, a regular expression, chooses some of `<flow>: <step>`: the process dies once at each of them. */
const { STEPS, FULL_RUN } = process.env;
const chosen = STEPS && all.filter(({ step, flow }) => new RegExp(STEPS).test(`${flow}: ${step}`));
const rounds = chosen ? chosen.length : FULL_RUN === "1" ? 500 : 2;
const steps = chosen ? { commands: chosen, start: [] } : { commands: all, start: foldingSteps };

it(
  `RE-01 loses and repeats nothing when kill -9 cuts off a command, an email or a projection (SEED=${seed})`,
  { timeout: rounds * 120_000 },
  () => expectSurvival(deaths(rounds, steps)),
);
