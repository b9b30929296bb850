import { problem, withFields } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { mostApiKeys } from "./counted-api-keys.ts";

const past = "Choose a time in the future";

export const answerRefusal = refusalAnswers({
  expired: withFields(problem(400, "invalid_fields", past), { expiresAt: past }),
  full: problem(409, "too_many_api_keys", `You have ${mostApiKeys} API keys. Delete one first.`),
  "not-found": problem(404, "not_found", "There is no such API key"),
});
