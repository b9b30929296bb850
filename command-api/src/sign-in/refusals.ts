import { problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";

export const answerRefusal = refusalAnswers({
  "invalid-credentials": problem(401, "invalid_credentials", "Email or password is not right"),
  "email-not-verified": problem(403, "email_not_verified", "Please verify your email address before logging in"),
  "not-found": problem(404, "not_found", "There is no such session"),
});
