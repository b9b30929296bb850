import { problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { knownPasswordText } from "../passwords/known-passwords.ts";
import { endedSessionCookie } from "../sessions/session-cookie.ts";

export const answerRefusal = refusalAnswers({
  "wrong-password": problem(400, "wrong_password", "Your current password is not right", {
    fields: { currentPassword: "This is not your current password" },
  }),
  "known-new-password": problem(400, "known_password", knownPasswordText, {
    fields: { newPassword: knownPasswordText },
  }),
  "same-password": problem(400, "same_password", "Choose a password that differs from the current one", {
    fields: { newPassword: "This is your current password" },
  }),
  "password-mismatch": problem(400, "password_mismatch", "New password and confirm password don't match.", {
    fields: { confirmPassword: "New password and confirm password don't match." },
  }),
  "session-worn-out": problem(
    401,
    "session_ended",
    "The current password was wrong too often, so this session was ended. Please sign in again.",
    { headers: { "Set-Cookie": endedSessionCookie() } },
  ),
});
