import type { LogoutEvent } from "@attestory/events/logout-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export type OutcomeEvent = Extract<LogoutEvent, { type: "LogoutTokenSent" | "LogoutTokenAbandoned" }>;

/** The outcome of one logout token, recorded once (`logout-<event id>`). */
export const logoutOutcome: Decider<{ isDone: boolean }, OutcomeEvent, OutcomeEvent, never> = defineDecider({
  initial: { isDone: false },
  decide: { LogoutTokenSent: once, LogoutTokenAbandoned: once },
  evolve: { LogoutTokenSent: () => ({ isDone: true }), LogoutTokenAbandoned: () => ({ isDone: true }) },
});

function once({ isDone }: { isDone: boolean }, outcome: OutcomeEvent): OutcomeEvent[] {
  return isDone ? [] : [outcome];
}
