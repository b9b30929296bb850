import { problem, withFields, withHeaders } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { keyAnswerRefusals } from "../hardware-keys/refusals.ts";
import { endedSessionCookie } from "../sessions/session-cookie.ts";

/** Of every call that takes the current password. */
export const currentPasswordRefusals = {
  "wrong-password": withFields(problem(400, "wrong_password", "Your current password is not right"), {
    currentPassword: "This is not your current password",
  }),
  "session-exhausted": withHeaders(
    problem(401, "session_ended", "This was wrong too often, so this session was ended. Please sign in again."),
    { "Set-Cookie": endedSessionCookie() },
  ),
} as const;

const ofField = (field: string, code: string, sentence: string) =>
  withFields(problem(400, code, sentence), { [field]: sentence });

export const answerRefusal = refusalAnswers({
  ...currentPasswordRefusals,
  ...keyAnswerRefusals,
  "wrong-code": ofField(
    "totpCode",
    "invalid_code",
    "This code is not right. Enter the newest one of your app, or a recovery code that you have not used.",
  ),
  "used-code": ofField("totpCode", "invalid_code", "This code was used already. Wait for the next one."),
  "wrong-email-code": ofField("emailCode", "invalid_code", "This code is not right. Use our newest email."),
  "email-code-over": ofField("emailCode", "invalid_code", "This code is no longer valid. Ask for another one."),
  "wrong-key": problem(400, "wrong_key", "This hardware key is not one of your account's"),
  "has-password": problem(409, "has_password", "Your account has a password. Confirm with it instead."),
});
