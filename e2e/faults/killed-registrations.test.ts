/** @module-tag random */
import { it } from "vitest";
import { deaths, expectSurvival, seed } from "./rounds.ts";
import { registrationSteps, settlingSteps } from "./steps-to-die-at.ts";

/** A registration that lapses releases its identifiers too. */
const releasing = settlingSteps.flatMap((step) => (step.includes("IdentifierReleased") ? { step, flow: null } : []));
const rounds = process.env.FULL_RUN === "1" ? 200 : 2;

it(
  `UQ-03 leaves every address and username with one owner or free, wherever a registration is cut off (SEED=${seed})`,
  { timeout: rounds * 120_000 },
  () => expectSurvival(deaths(rounds, { commands: [...registrationSteps, ...releasing], start: settlingSteps })),
);
