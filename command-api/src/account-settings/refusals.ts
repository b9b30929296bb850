import { problem, withFields, withHeaders } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { knownPasswordText } from "../passwords/known-passwords.ts";
import { endedSessionCookie } from "../sessions/session-cookie.ts";

export const answerRefusal = refusalAnswers({
  "wrong-password": withFields(problem(400, "wrong_password", "Your current password is not right"), {
    currentPassword: "This is not your current password",
  }),
  "known-new-password": withFields(problem(400, "known_password", knownPasswordText), {
    newPassword: knownPasswordText,
  }),
  "same-password": withFields(problem(400, "same_password", "Choose a password that differs from the current one"), {
    newPassword: "This is your current password",
  }),
  "password-mismatch": withFields(problem(400, "password_mismatch", "New password and confirm password don't match."), {
    confirmPassword: "New password and confirm password don't match.",
  }),
  "session-exhausted": withHeaders(
    problem(
      401,
      "session_ended",
      "The current password was wrong too often, so this session was ended. Please sign in again.",
    ),
    { "Set-Cookie": endedSessionCookie() },
  ),
});
