import { invalidField, problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { mostApiKeys } from "./counted-api-keys.ts";

export const answerRefusal = refusalAnswers({
  expired: invalidField("expiresAt", "Choose a time in the future"),
  full: problem(409, "too_many_api_keys", `You have ${mostApiKeys} API keys. Delete one first.`),
  "not-found": problem(404, "not_found", "There is no such API key"),
});
