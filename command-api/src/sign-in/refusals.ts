import { problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";

export const answerRefusal = refusalAnswers({
  "invalid-credentials": problem(401, "invalid_credentials", "Email or password is not right"),
  "email-not-verified": problem(403, "email_not_verified", "Please verify your email address before logging in"),
  "invalid-link": problem(
    400,
    "invalid_token",
    "This link was used already or has expired. Try to sign in. If you must wait, use the link of our newest email.",
  ),
  "not-found": problem(404, "not_found", "There is no such session"),
});
