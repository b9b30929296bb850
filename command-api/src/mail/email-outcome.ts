import type { MailEvent } from "@attestory/events/mail-events.ts";
import type { Decider } from "../handling/decider.ts";

export type OutcomeEvent = Extract<MailEvent, { type: "LetterSent" | "LetterAbandoned" }>;

/** The outcome of one email, recorded once (`mail-<event id>`). */
export const emailOutcome: Decider<{ isDone: boolean }, OutcomeEvent, OutcomeEvent, never> = {
  initial: { isDone: false },
  decide: ({ isDone }, outcome) => (isDone ? [] : [outcome]),
  evolve: () => ({ isDone: true }),
};
