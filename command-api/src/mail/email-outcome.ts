import type { MailEvent } from "@attestory/events/mail-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export type OutcomeEvent = Extract<MailEvent, { type: "LetterSent" | "LetterAbandoned" }>;

/** The outcome of one email, recorded once (`mail-<event id>`). */
export const emailOutcome: Decider<{ isDone: boolean }, OutcomeEvent, OutcomeEvent, never> = defineDecider({
  initial: { isDone: false },
  decide: { LetterSent: once, LetterAbandoned: once },
  evolve: { LetterSent: () => ({ isDone: true }), LetterAbandoned: () => ({ isDone: true }) },
});

function once({ isDone }: { isDone: boolean }, outcome: OutcomeEvent): OutcomeEvent[] {
  return isDone ? [] : [outcome];
}
