/** @module-tag random */
import { it } from "vitest";
import { deaths, expectSurvival, seed } from "./rounds.ts";
import { commandSteps, foldingSteps } from "./steps-to-die-at.ts";

const rounds = process.env.FULL_RUN === "1" ? 500 : 3;

it(
  `RE-01 loses and repeats nothing when kill -9 cuts off a command, an email or a projection (SEED=${seed})`,
  { timeout: rounds * 120_000 },
  () => expectSurvival(deaths(rounds, { commands: commandSteps, start: foldingSteps })),
);
