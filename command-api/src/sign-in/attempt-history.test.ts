import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import { describe, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { type AttemptCommand, attemptHistory } from "./attempt-history.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const door = "sign-in";
const attempted = { userId, door, knownDevice: false } as const;
const wrong: AttemptEvent = { type: "WrongPasswordGiven", data: attempted };
const delayed = (seconds: number): AttemptEvent => ({ type: "AttemptsDelayed", data: { userId, seconds } });
const locked: AttemptEvent = { type: "AttemptsLocked", data: { userId, seconds: 900 } };
const lifted: AttemptEvent = { type: "AttemptsLifted", data: { userId, reason: "signed-in" } };
const at = (event: AttemptEvent): Past<AttemptEvent> => ({ event, at: t0 });
const attempt = (seconds: number, now = t0): AttemptCommand => ({
  type: "record-wrong-password",
  ...attempted,
  seconds,
  longest: seconds === 900,
  now,
});
const past = given(attemptHistory);
const five = Array.from({ length: 5 }, () => at(wrong));

describe("recorded facts about wrong passwords", () => {
  it("include the first five attempts, and each longer wait once", () => {
    past().when(attempt(0)).gives(wrong);
    past(...five.slice(1))
      .when(attempt(1))
      .gives(wrong, delayed(1));
    past(...five, at(delayed(1)))
      .when(attempt(1))
      .gives();
    past(...five, at(delayed(1)))
      .when(attempt(2))
      .gives(delayed(2));
    past(...five, at(delayed(512)))
      .when(attempt(900))
      .gives(locked);
    past(...five, at(locked))
      .when(attempt(900))
      .gives();
  });

  it("start again a day after the last one, so that a later attack is recorded too", () => {
    const day = new Date(t0.getTime() + 86_400_000);
    past(...five, at(locked))
      .when(attempt(900, new Date(day.getTime() - 1)))
      .gives();
    past(...five, at(locked))
      .when(attempt(900, day))
      .gives(wrong, locked);
    past(...five, at(locked), { event: wrong, at: day })
      .when(attempt(0, day))
      .gives(wrong);
  });

  it("include a lifted limit where there was a wait", () => {
    past(...five, at(delayed(1)))
      .when({ type: "record-right-password", userId })
      .gives(lifted);
    past(...five)
      .when({ type: "record-right-password", userId })
      .gives();
    past(...five, at(locked), at(lifted))
      .when(attempt(0))
      .gives(wrong);
  });
});
