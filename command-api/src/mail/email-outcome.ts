import type { MailEvent } from "@attestory/events/mail-events.ts";
import type { Decider } from "../handling/decider.ts";

type OutcomeEvent = Extract<MailEvent, { type: "LetterSent" | "LetterAbandoned" }>;

/** The outcome of one email, recorded once (`mail-<event id>`). */
export const emailOutcome: Decider<{ dealtWith: boolean }, OutcomeEvent, OutcomeEvent, never> = {
  initial: { dealtWith: false },
  decide: ({ dealtWith }, outcome) => (dealtWith ? [] : [outcome]),
  evolve: () => ({ dealtWith: true }),
};
