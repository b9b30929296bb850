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
const offered: AttemptEvent = { type: "UnlockOffered", data: { userId } };
const unlocked: AttemptEvent = { type: "AttemptsLifted", data: { userId, reason: "unlocked" } };
const offerId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const offer: Past<AttemptEvent> = { event: offered, at: t0, id: offerId };
const day = new Date(t0.getTime() + 86_400_000);
const almostADay = new Date(day.getTime() - 1);
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
    past(...five, at(locked))
      .when(attempt(900, almostADay))
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

describe("an unlock link", () => {
  const offers = (now: Date): AttemptCommand => ({ type: "offer-unlock", userId, now });
  const unlocks = (now: Date, id = offerId): AttemptCommand => ({ type: "unlock", userId, offerId: id, now });

  it("A6 is offered once while it is valid, and again after a day, a use or a right password", () => {
    past(at(locked)).when(offers(t0)).gives(offered);
    past(at(locked), offer).when(offers(almostADay)).gives();
    past(at(locked), offer).when(offers(day)).gives(offered);
    past(at(locked), offer, at(unlocked), at(locked)).when(offers(t0)).gives(offered);
    past(at(locked), offer, at(lifted), at(locked)).when(offers(t0)).gives(offered);
  });

  it("A6 works once, for a day, until the next one is offered or the right password is given", () => {
    past(at(locked), offer).when(unlocks(almostADay)).gives(unlocked);
    past(at(locked), offer, at(wrong)).when(unlocks(almostADay)).gives(unlocked);
    past(at(locked), offer, at(unlocked)).when(unlocks(t0)).refuses("invalid-link");
    past(at(locked), offer).when(unlocks(day)).refuses("invalid-link");
    past(at(locked), offer, { event: offered, at: day }).when(unlocks(day)).refuses("invalid-link");
    past(at(locked), offer, at(lifted)).when(unlocks(t0)).refuses("invalid-link");
    past(at(locked), offer).when(unlocks(t0, userId)).refuses("invalid-link");
    past().when(unlocks(t0)).refuses("invalid-link");
  });

  it("A6 is still known after a day of wrong passwords, which are then recorded anew", () => {
    past(...five, at(locked), offer)
      .when(attempt(900, day))
      .gives(wrong, locked);
    past(...five, at(locked), offer, { event: wrong, at: almostADay })
      .when(unlocks(almostADay))
      .gives(unlocked);
  });
});
