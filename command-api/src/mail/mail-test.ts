import type { MailTestEvent } from "@attestory/events/mail-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import type { MailStep } from "./schema.ts";

/** An admin's check of the mail settings. `steps`: null until a mail worker has carried it out. */
export interface MailTest {
  userId: string | null;
  steps: readonly MailStep[] | null;
}

export type MailTestCommand =
  | { type: "request"; testId: string; userId: string }
  | { type: "finish"; testId: string; userId: string; steps: readonly MailStep[] };

/** Requested by the process that an admin asks, and finished by one that has a way to the mail server. */
export const mailTest: Decider<MailTest, MailTestCommand, MailTestEvent, never> = defineDecider({
  initial: { userId: null, steps: null },
  decide: {
    request: (state, { testId, userId }) =>
      state.userId === null ? [{ type: "MailTestRequested", data: { testId, userId } }] : [],
    finish: (state, { testId, userId, steps }) =>
      state.steps === null ? [{ type: "MailTestFinished", data: { testId, userId, steps: [...steps] } }] : [],
  },
  evolve: {
    MailTestRequested: (_, { data: { userId } }) => ({ userId, steps: null }),
    MailTestFinished: (state, { data: { steps } }) => ({ ...state, steps }),
  },
});
