import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import type { Decider } from "../handling/decider.ts";

/** The number of wrong passwords that are recorded one by one. */
const toldOneByOne = 5;
/** After this long without an event, earlier events no longer suppress new ones. */
const quietMs = 24 * 3_600_000;

interface Told {
  wrong: number;
  seconds: number;
  at: Date | null;
}

export type AttemptKind = "sign-in" | "password-change";

export type AttemptCommand =
  /** `seconds`: the wait before the next attempt. */
  | {
      type: "wrong";
      userId: string;
      door: AttemptKind;
      knownDevice: boolean;
      seconds: number;
      longest: boolean;
      now: Date;
    }
  | { type: "right"; userId: string };

/** Decides which attempts are recorded as events (`attempts-<user>`): a bounded number, however many attempts there are. */
export const attemptFacts: Decider<Told, AttemptCommand, AttemptEvent, never> = {
  initial: { wrong: 0, seconds: 0, at: null },

  decide(state, command) {
    const { userId } = command;
    if (command.type === "right") {
      return state.seconds > 0 ? [{ type: "AttemptsLifted", data: { userId, reason: "signed-in" } }] : [];
    }
    const { door, knownDevice, seconds, longest, now } = command;
    const stale = state.at !== null && now.getTime() - state.at.getTime() >= quietMs;
    const told = stale ? attemptFacts.initial : state;
    const facts: AttemptEvent[] = [];
    if (told.wrong < toldOneByOne) facts.push({ type: "WrongPasswordGiven", data: { userId, door, knownDevice } });
    if (seconds > told.seconds) {
      facts.push({ type: longest ? "AttemptsLocked" : "AttemptsDelayed", data: { userId, seconds } });
    }
    return facts;
  },

  evolve(state, event) {
    const at = event.recordedAt;
    switch (event.type) {
      case "WrongPasswordGiven": {
        const stale = state.at !== null && at.getTime() - state.at.getTime() >= quietMs;
        return stale ? { wrong: 1, seconds: 0, at } : { ...state, wrong: state.wrong + 1, at };
      }
      case "AttemptsDelayed":
      case "AttemptsLocked":
        return { ...state, seconds: event.data.seconds, at };
      case "AttemptsLifted":
        return attemptFacts.initial;
    }
  },

  // Between two resets there are at most five `WrongPasswordGiven` events and one event for each longer wait, about ten.
  decidesOnNewest: 64,
};
