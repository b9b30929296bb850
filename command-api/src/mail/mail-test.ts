import type { MailTestEvent } from "@attestory/events/mail-events.ts";
import type { Decider } from "../handling/decider.ts";
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
export const mailTest: Decider<MailTest, MailTestCommand, MailTestEvent, never> = {
  initial: { userId: null, steps: null },
  decide(state, { type, testId, userId, ...command }) {
    if (type === "request") {
      return state.userId === null ? [{ type: "MailTestRequested", data: { testId, userId } }] : [];
    }
    if (state.steps !== null || !("steps" in command)) return [];
    return [{ type: "MailTestFinished", data: { testId, userId, steps: [...command.steps] } }];
  },
  evolve: (state, { type, data }) =>
    type === "MailTestRequested" ? { userId: data.userId, steps: null } : { ...state, steps: data.steps ?? [] },
};
