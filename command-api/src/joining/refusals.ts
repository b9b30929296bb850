import { problem, withFields } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";

const named = (field: string, message: string) =>
  withFields(problem(400, "invalid_fields", message), { [field]: message });

export const answerRefusal = refusalAnswers({
  "no-domains": named("domains", "Name at least one domain"),
  "invalid-domain": named("domains", "Use domains such as example.com"),
  "invalid-email": named("email", "Invalid email address"),
  "one-use": named("uses", "An invitation for one address has one use"),
  "no-such-invitation": problem(404, "not_found", "There is no such invitation"),
  // The rest come from deciding on a use, or on a second creation, which none of these calls does.
  "made-already": problem(409, "conflict", "Someone else changed this at the same moment. Please try again."),
  "invalid-invitation": named("invitation", "This invitation is no longer valid"),
  "other-address": named("email", "This invitation is for another address"),
});
