/** @module-tag random */
import { it } from "vitest";
import { deaths, seed, survives } from "./rounds.ts";
import { registrationSteps, settlingSteps } from "./steps-to-die-at.ts";

const rounds = process.env.FULL_RUN === "1" ? 200 : 4;

it(
  `UQ-03 leaves every address and name with one living owner or free, wherever a registration is cut off (SEED=${seed})`,
  { timeout: rounds * 120_000 },
  () => survives(deaths(rounds, { commands: registrationSteps, start: settlingSteps })),
);
