import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import type { Decider } from "../handling/decider.ts";

/** Wrong passwords that are told one by one. */
const toldOneByOne = 5;
/** What was told longer ago does not keep it from being told again. */
const quietMs = 24 * 3_600_000;

interface Told {
  wrong: number;
  seconds: number;
  at: Date | null;
}

export type AttemptKind = "sign-in" | "password-change";

export type AttemptCommand =
  /** `seconds`: how long the next guess has to wait. */
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

/** What of a person's attempts is worth a fact (`attempts-<user>`): a bounded number, however many guesses there are. */
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

  // All begins anew after at most five guesses told one by one and one fact for each longer wait, of which there are about ten.
  decidesOnNewest: 64,
};
