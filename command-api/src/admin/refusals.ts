import { problem, withFields } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { knownPasswordText } from "../passwords/known-passwords.ts";

const mismatch = "New password and confirm password don't match.";

export const answerRefusal = refusalAnswers({
  "no-such-account": problem(404, "not_found", "There is no such account"),
  unverified: problem(
    409,
    "email_not_verified",
    "The address of this account is not verified yet. Send another verification email instead.",
  ),
  "already-verified": problem(409, "already_verified", "The address of this account is verified already."),
  "last-admin": problem(409, "last_admin", "This is the last active admin. Make another account an admin first."),
  "has-admin": problem(409, "has_admin", "There is an admin already. Ask them to make you one."),
  "not-verified": problem(
    409,
    "email_not_verified",
    "The address of this account is not verified yet. Only a verified account can be an admin.",
  ),
  "erasure-requested": problem(
    409,
    "erasure_requested",
    "The owner of this account has asked for its deletion. Until then it is shut, and only they can keep it.",
  ),
  "invalid-link": problem(
    400,
    "invalid_token",
    "This link was used already, has expired, or a newer one was made. Ask the operator for another one.",
  ),
  "known-new-password": withFields(problem(400, "known_password", knownPasswordText), {
    newPassword: knownPasswordText,
  }),
  "password-mismatch": withFields(problem(400, "password_mismatch", mismatch), { confirmPassword: mismatch }),
});
