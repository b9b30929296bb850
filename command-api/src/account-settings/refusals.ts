import { invalidField, problem, withFields } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { knownPasswordText } from "../passwords/known-passwords.ts";
import { currentPasswordRefusals } from "../step-up/refusals.ts";

export const answerRefusal = refusalAnswers({
  ...currentPasswordRefusals,
  "no-passkey": problem(
    409,
    "passkey_needed",
    "Add a passkey first, and sign in with it once: without a password, it is how you sign in.",
  ),
  "no-password": problem(409, "no_password", "Your account has no password"),
  "has-password": problem(409, "has_password", "Your account has a password. Change it with the current one."),
  "known-new-password": withFields(problem(400, "known_password", knownPasswordText), {
    newPassword: knownPasswordText,
  }),
  "same-password": withFields(problem(400, "same_password", "Choose a password that differs from the current one"), {
    newPassword: "This is your current password",
  }),
  "password-mismatch": withFields(problem(400, "password_mismatch", "New password and confirm password don't match."), {
    confirmPassword: "New password and confirm password don't match.",
  }),
  "invalid-new-email": invalidField("newEmail", "Invalid email address"),
  "same-email": withFields(problem(400, "same_email", "This is your address already"), {
    newEmail: "This is your address already",
  }),
  "new-email-taken": problem(409, "email_taken", "This email address already has an account. Use another one."),
  "no-email-change": problem(404, "not_found", "No change of your address is waiting"),
  "username-taken": problem(409, "username_taken", "This username is taken. Please choose another one."),
  "username-reserved": problem(409, "username_taken", "This username is reserved. Please choose another one."),
  "invalid-link": problem(
    400,
    "invalid_token",
    "This link was used already or has expired. If you asked for it again, use the link of our newest email.",
  ),
});
