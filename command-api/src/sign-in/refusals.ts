import { type ProblemAnswer, problem, withErasure, withSecondFactor } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { keyAnswerRefusals } from "../hardware-keys/refusals.ts";
import type { ShutAccountRefusal } from "./begin-session.ts";
import type { TwoFactorRequired } from "./second-factor.ts";

const twoFactorRequired = problem(401, "two_factor_required", "2FA code required");

const erasureRequested = problem(
  403,
  "erasure_requested",
  "This account is shut and will be deleted. You can still keep it.",
);

const answers = refusalAnswers({
  "invalid-credentials": problem(401, "invalid_credentials", "Email or password is not right"),
  "two-factor-required": twoFactorRequired,
  "erasure-requested": erasureRequested,
  "email-not-verified": problem(403, "email_not_verified", "Please verify your email address before logging in"),
  "invalid-link": problem(
    400,
    "invalid_token",
    "This link was used already or has expired. Try to sign in. If you must wait, use the link of our newest email.",
  ),
  ...keyAnswerRefusals,
  // The same for an unknown user, an unknown key and a wrong signature.
  "wrong-key": problem(401, "wrong_key", "This hardware key does not sign in here"),
  "invalid-ticket": problem(401, "sign_in_again", "This took too long. Please enter your password again."),
  "wrong-code": problem(
    401,
    "invalid_code",
    "This code is not right. Enter the newest one of your app, or a recovery code that you have not used.",
  ),
  "email-code-required": problem(401, "email_code_required", "Enter the code that we sent to your email address"),
  "wrong-email-code": problem(401, "invalid_code", "This code is not right. Enter the code of our newest email."),
  "email-code-over": problem(401, "invalid_code", "This code no longer works. Ask for a new one."),
  "used-code": problem(401, "invalid_code", "This code was used already. Wait for the next one."),
  "not-found": problem(404, "not_found", "There is no such session"),
});

export const answerRefusal = (
  refusal: Parameters<typeof answers>[0] | TwoFactorRequired | ShutAccountRefusal,
): ProblemAnswer => {
  if ("loginTicket" in refusal) return withSecondFactor(twoFactorRequired, refusal);
  return "erasureTicket" in refusal ? withErasure(erasureRequested, refusal) : answers(refusal);
};
