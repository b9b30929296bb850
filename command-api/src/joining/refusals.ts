import { invalidField, problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";

export const answerRefusal = refusalAnswers({
  "no-domains": invalidField("domains", "Name at least one domain"),
  "invalid-domain": invalidField("domains", "Use domains such as example.com"),
  "invalid-email": invalidField("email", "Invalid email address"),
  "one-use": invalidField("uses", "An invitation for one address has one use"),
  "no-such-invitation": problem(404, "not_found", "There is no such invitation"),
  // The rest come from deciding on a use, or on a second creation, which none of these calls does.
  "made-already": problem(409, "conflict", "Someone else changed this at the same moment. Please try again."),
  "invalid-invitation": invalidField("invitation", "This invitation is no longer valid"),
  "other-address": invalidField("email", "This invitation is for another address"),
});
