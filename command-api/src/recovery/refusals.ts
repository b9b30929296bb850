import { problem, withFields } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { knownPasswordText } from "../passwords/known-passwords.ts";

const mismatch = "New password and confirm password don't match.";

export const answerRefusal = refusalAnswers({
  "invalid-link": problem(
    400,
    "invalid_token",
    "This link was used already or has expired. Ask for a new one, and use the link of our newest email.",
  ),
  "known-new-password": withFields(problem(400, "known_password", knownPasswordText), {
    newPassword: knownPasswordText,
  }),
  "no-such-account": problem(404, "not_found", "There is no such account"),
  unverified: problem(
    409,
    "email_not_verified",
    "The address of this account is not verified yet. Send another verification email instead.",
  ),
  "unknown-link": problem(
    400,
    "invalid_token",
    "This link is invalid or has expired. Copy the whole link from the email.",
  ),
  "already-verified": problem(
    400,
    "invalid_token",
    "This address was verified, so the account stays. If it is not yours, contact the operator of this service.",
  ),
  "password-mismatch": withFields(problem(400, "password_mismatch", mismatch), { confirmPassword: mismatch }),
});
