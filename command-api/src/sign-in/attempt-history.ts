import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import type { Decider } from "../handling/decider.ts";

/** The number of wrong passwords that are recorded one by one. */
const recordedOneByOne = 5;
/** After this long without an event, earlier events no longer suppress new ones. */
const quietMs = 24 * 3_600_000;

/** What is recorded since the last right password. */
interface AttemptHistory {
  wrong: number;
  /** The longest wait that was recorded. */
  seconds: number;
  /** The time of the newest event. */
  at: Date | null;
}

export type AttemptKind = "sign-in" | "password-change";

export type AttemptCommand =
  /** `seconds`: the wait before the next attempt. */
  | {
      type: "record-wrong-password";
      userId: string;
      door: AttemptKind;
      knownDevice: boolean;
      seconds: number;
      longest: boolean;
      now: Date;
    }
  | { type: "record-right-password"; userId: string };

/** Decides which attempts are recorded as events (`attempts-<user>`): a bounded number, however many attempts there are. */
export const attemptHistory: Decider<AttemptHistory, AttemptCommand, AttemptEvent, never> = {
  initial: { wrong: 0, seconds: 0, at: null },

  decide(state, command) {
    return command.type === "record-wrong-password"
      ? recordWrongPassword(state, command)
      : recordRightPassword(state, command);
  },

  evolve(state, event) {
    const at = event.recordedAt;
    switch (event.type) {
      case "WrongPasswordGiven": {
        const { wrong, seconds } = forgetIfQuiet(state, at);
        return { wrong: wrong + 1, seconds, at };
      }
      case "AttemptsDelayed":
      case "AttemptsLocked":
        return { ...state, seconds: event.data.seconds, at };
      case "AttemptsLifted":
        return attemptHistory.initial;
    }
  },

  // Between two resets there are at most five `WrongPasswordGiven` events and one event for each longer wait, about ten.
  decidesOnNewest: 64,
};

type CommandOf<Type extends AttemptCommand["type"]> = Extract<AttemptCommand, { type: Type }>;

function recordWrongPassword(state: AttemptHistory, command: CommandOf<"record-wrong-password">): AttemptEvent[] {
  const { userId, door, knownDevice, seconds, longest, now } = command;
  const recorded = forgetIfQuiet(state, now);
  const events: AttemptEvent[] = [];
  if (recorded.wrong < recordedOneByOne) {
    events.push({ type: "WrongPasswordGiven", data: { userId, door, knownDevice } });
  }
  if (seconds > recorded.seconds) {
    events.push({ type: longest ? "AttemptsLocked" : "AttemptsDelayed", data: { userId, seconds } });
  }
  return events;
}

function recordRightPassword(state: AttemptHistory, { userId }: CommandOf<"record-right-password">): AttemptEvent[] {
  return state.seconds > 0 ? [{ type: "AttemptsLifted", data: { userId, reason: "signed-in" } }] : [];
}

const forgetIfQuiet = (state: AttemptHistory, now: Date): AttemptHistory =>
  state.at !== null && now.getTime() - state.at.getTime() >= quietMs ? attemptHistory.initial : state;
