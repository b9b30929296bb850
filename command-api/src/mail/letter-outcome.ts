import type { MailEvent } from "@attestory/events/mail-events.ts";
import type { Decider } from "../decider.ts";

type OutcomeEvent = Extract<MailEvent, { type: "LetterSent" | "LetterAbandoned" }>;
type ProgressEvent = Extract<MailEvent, { type: "MailProgressed" }>;

/** What became of one letter, said once (`mail-<event id>`). */
export const letterOutcome: Decider<{ dealtWith: boolean }, OutcomeEvent, OutcomeEvent, never> = {
  initial: { dealtWith: false },
  decide: ({ dealtWith }, outcome) => (dealtWith ? [] : [outcome]),
  evolve: () => ({ dealtWith: true }),
};

/** Up to where every letter has been dealt with (`mailProgress`). */
export const mailProgress: Decider<{ position: bigint }, { position: bigint }, ProgressEvent, never> = {
  initial: { position: 0n },
  decide: (state, { position }) =>
    position > state.position ? [{ type: "MailProgressed", data: { position: String(position) } }] : [],
  evolve: (_, event) => ({ position: BigInt(event.data.position) }),
};
