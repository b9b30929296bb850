import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { expect, it } from "vitest";
import { createGuessLimits } from "./guess-limits.ts";

const now = new Date("2026-01-05T09:30:00Z");
const wrong = async () => null;
const right = async () => "a device";

it("DF-14 lets each user guess twice an hour when strangers have used up the guesses of all", async () => {
  const { guess } = createGuessLimits(inProcessRateLimiter(() => now));
  const guesserOf = (user: string, session = user) => ({ userId: user, sessionId: session, network: `${user}'s` });
  for (let n = 0; n < 10_000; n++) await guess(guesserOf(`stranger ${Math.floor(n / 10)}`), wrong);

  const user = guesserOf("user");
  for (let n = 0; n < 3; n++) expect(await guess(user, right)).toBe("a device");
  expect([await guess(user, wrong), await guess(guesserOf("user", "another session"), wrong)]).toEqual([null, null]);
  expect(await guess(user, right)).toEqual({ refused: "too-many-attempts", waitSeconds: 3600 });
  // The strangers' sessions have none left.
  expect(await guess(guesserOf("stranger 1"), right)).toMatchObject({ refused: "too-many-attempts" });
});
