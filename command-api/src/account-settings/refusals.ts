import { problem, withFields } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { knownPasswordText } from "../passwords/known-passwords.ts";
import { currentPasswordRefusals } from "../step-up/refusals.ts";

export const answerRefusal = refusalAnswers({
  ...currentPasswordRefusals,
  "known-new-password": withFields(problem(400, "known_password", knownPasswordText), {
    newPassword: knownPasswordText,
  }),
  "same-password": withFields(problem(400, "same_password", "Choose a password that differs from the current one"), {
    newPassword: "This is your current password",
  }),
  "password-mismatch": withFields(problem(400, "password_mismatch", "New password and confirm password don't match."), {
    confirmPassword: "New password and confirm password don't match.",
  }),
});
