import type { EmailCodeEvent } from "@attestory/events/email-code-events.ts";
import { z } from "zod";
import type { Decider, Refused, SnapshotForm } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import { instant, type OfUser, snapshotForm } from "../handling/snapshot-form.ts";

/** How long a code is valid. */
const validMs = 10 * 60_000;
/** After so many other codes, a code is no longer accepted. */
const mostWrong = 5;
/** So long after a request, another one is answered by the same email. */
const sameEmailMs = 60_000;

export type EmailCodePurpose = EmailCodeEvent["data"]["purpose"];

/** The newest code of a purpose, from which its email is rendered. */
const emailCode = z.strictObject({
  /** The event that requested it. */
  id: z.uuid(),
  requestedAt: instant,
  wrong: z.int(),
  isUsed: z.boolean(),
});
export type EmailCode = z.infer<typeof emailCode>;

const stored = z.strictObject({
  userId: z.uuid(),
  codes: z.strictObject({ "sign-in": emailCode.nullable(), "step-up": emailCode.nullable() }),
  /** Whether a sign-in has ever succeeded with a code. */
  hasSignedIn: z.boolean(),
});

export type EmailCodes = OfUser<typeof stored>;

/** A user without a password confirms each change with a code. */
const snapshot: SnapshotForm<EmailCodes> = snapshotForm("emailCodes@44a851ba", stored);

interface Given {
  userId: string;
  purpose: EmailCodePurpose;
  now: Date;
}

export type EmailCodeCommand =
  | ({ type: "request" } & Given)
  /** `isRight`: what comparing the given code with that of the request `codeId` showed. */
  | ({ type: "give"; codeId: string; isRight: boolean } & Given);

export type EmailCodeReason = "wrong-email-code" | "email-code-over";

/** Whether the code is still accepted. A time in the future was recorded with a wrong clock, and counts as past by as much. */
export const isValid = (code: EmailCode | null, now: Date): code is EmailCode =>
  code !== null &&
  !code.isUsed &&
  code.wrong < mostWrong &&
  Math.abs(now.getTime() - code.requestedAt.getTime()) < validMs;

/** Whether a request causes another email: not while that of a code that is still accepted may be on its way. */
export const isEmailDue = ({ codes }: EmailCodes, purpose: EmailCodePurpose, now: Date): boolean => {
  const code = codes[purpose];
  return !isValid(code, now) || Math.abs(now.getTime() - code.requestedAt.getTime()) >= sameEmailMs;
};

/** The codes that a user's address was sent (`codes-<user>`). Concurrent guesses are counted one by one, by the stream's version. */
export const emailCodes: Decider<EmailCodes, EmailCodeCommand, EmailCodeEvent, EmailCodeReason> = defineDecider({
  initial: { userId: null, codes: { "sign-in": null, "step-up": null }, hasSignedIn: false },

  decide: {
    request: (state, { userId, purpose, now }) =>
      isEmailDue(state, purpose, now) ? [{ type: "EmailCodeRequested", data: { userId, purpose } }] : [],
    give,
  },

  evolve: {
    EmailCodeRequested: (state, { id, data: { userId, purpose }, recordedAt }) =>
      withCode({ ...state, userId }, purpose, { id, requestedAt: recordedAt, wrong: 0, isUsed: false }),
    WrongEmailCodeGiven(state, { data: { purpose } }) {
      const code = state.codes[purpose];
      return code ? withCode(state, purpose, { ...code, wrong: code.wrong + 1 }) : state;
    },
    EmailCodeUsed(state, { data: { purpose } }) {
      const code = state.codes[purpose];
      const hasSignedIn = state.hasSignedIn || purpose === "sign-in";
      return code ? withCode({ ...state, hasSignedIn }, purpose, { ...code, isUsed: true }) : state;
    },
  },

  snapshot,
});

function give(
  state: EmailCodes,
  command: Extract<EmailCodeCommand, { type: "give" }>,
): EmailCodeEvent[] | Refused<EmailCodeReason> {
  const { userId, purpose, codeId, isRight, now } = command;
  const code = state.codes[purpose];
  if (!isValid(code, now)) return { refused: "email-code-over" };
  // Compared with a code that a newer one has replaced meanwhile.
  if (code.id !== codeId) return { refused: "wrong-email-code" };
  return [{ type: isRight ? "EmailCodeUsed" : "WrongEmailCodeGiven", data: { userId, purpose, codeId } }];
}

const withCode = (state: EmailCodes, purpose: EmailCodePurpose, code: EmailCode): EmailCodes => ({
  ...state,
  codes: { ...state.codes, [purpose]: code },
});
