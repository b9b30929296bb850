/** @module-tag random */
import { it } from "vitest";
import { deaths, seed, survives } from "./rounds.ts";
import { commandSteps, foldingSteps } from "./steps-to-die-at.ts";

const rounds = process.env.FULL_RUN === "1" ? 500 : 4;

it(
  `RE-01 loses and doubles nothing wherever a command, a letter or a fold is cut off by kill -9 (SEED=${seed})`,
  { timeout: rounds * 120_000 },
  () => survives(deaths(rounds, { commands: commandSteps, start: foldingSteps })),
);
