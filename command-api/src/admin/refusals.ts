import { problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";

export const answerRefusal = refusalAnswers({
  "no-such-account": problem(404, "not_found", "There is no such account"),
  "last-admin": problem(409, "last_admin", "This is the last active admin. Make another account an admin first."),
  "not-verified": problem(
    409,
    "email_not_verified",
    "The address of this account is not verified yet. Only a verified account can be an admin.",
  ),
});
