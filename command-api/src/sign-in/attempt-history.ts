import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** The number of wrong passwords that are recorded one by one. */
const recordedOneByOne = 5;
/** After this long without an event, earlier events no longer suppress new ones. */
const quietMs = 24 * 3_600_000;
/** How long the link of an offer is valid. */
const offerMs = 24 * 3_600_000;

/** What is recorded since the last right password. */
interface AttemptHistory {
  wrong: number;
  /** The longest wait that was recorded. */
  seconds: number;
  /** The newest link that was offered and not used. */
  offer: { id: string; at: Date } | null;
  /** The time of the newest event. */
  at: Date | null;
}

const nothingRecorded: AttemptHistory = { wrong: 0, seconds: 0, offer: null, at: null };

export type AttemptKind = "sign-in" | "password-change" | "step-up";

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
  | { type: "record-right-password"; userId: string }
  /** Requests the email with the unlock link, unless an earlier link is still valid. */
  | { type: "offer-unlock"; userId: string; now: Date }
  /** By an admin. */
  | { type: "lift"; userId: string }
  /** Uses the link of the offer with this id. */
  | { type: "unlock"; userId: string; offerId: string; now: Date };

/** Decides which attempts are recorded as events (`attempts-<user>`): a bounded number, however many attempts there are. */
export const attemptHistory: Decider<AttemptHistory, AttemptCommand, AttemptEvent, "invalid-link"> = defineDecider({
  initial: nothingRecorded,

  decide: {
    "record-wrong-password": recordWrongPassword,
    "record-right-password": recordRightPassword,
    "offer-unlock": (state, { userId, now }) =>
      isOfferDue(state, now) ? [{ type: "UnlockOffered", data: { userId } }] : [],
    lift: (_, { userId }) => [{ type: "AttemptsLifted", data: { userId, reason: "admin" } }],
    unlock,
  },

  evolve: {
    WrongPasswordGiven: (state, { recordedAt: at }) => {
      const recorded = forgetIfQuiet(state, at);
      return { ...recorded, wrong: recorded.wrong + 1, at };
    },
    AttemptsDelayed: delayed,
    AttemptsLocked: delayed,
    UnlockOffered: (state, { id, recordedAt: at }) => ({ ...state, offer: { id, at }, at }),
    AttemptsLifted: () => nothingRecorded,
  },

  // Between two resets there are at most five `WrongPasswordGiven` events, one event for each longer wait, about ten, and one offer a day.
  decidesOnNewest: 64,
});

/** Whether no link is valid that could end a wait. */
export const isOfferDue = ({ offer }: AttemptHistory, now: Date): boolean => offer === null || isOver(offer, now);

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

function unlock({ offer }: AttemptHistory, command: CommandOf<"unlock">): AttemptEvent[] | Refused<"invalid-link"> {
  const { userId, offerId, now } = command;
  if (offer?.id !== offerId || isOver(offer, now)) return { refused: "invalid-link" };
  return [{ type: "AttemptsLifted", data: { userId, reason: "unlocked" } }];
}

function delayed(
  state: AttemptHistory,
  { data: { seconds }, recordedAt: at }: Recorded<"AttemptsDelayed" | "AttemptsLocked">,
): AttemptHistory {
  return { ...state, seconds, at };
}

const isOver = (offer: { at: Date }, now: Date): boolean => now.getTime() - offer.at.getTime() >= offerMs;

const forgetIfQuiet = (state: AttemptHistory, now: Date): AttemptHistory =>
  state.at !== null && now.getTime() - state.at.getTime() >= quietMs ? nothingRecorded : state;
