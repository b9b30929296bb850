import { invalidField, problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { mostSources } from "./client-sources.ts";

export const answerSourceRefusal = refusalAnswers({
  "invalid-address": invalidField(
    "address",
    "Enter a host, such as tools.example, or an https address that ends with a slash",
  ),
  "no-public-host": invalidField(
    "address",
    "Enter one public host: no single word, no wildcard, and no private IP address",
  ),
  "source-allowed-already": invalidField(
    "address",
    "This address is on the list already. Remove it first if it has ended.",
  ),
  "too-many-sources": problem(
    409,
    "too_many_client_sources",
    `There are ${mostSources} client sources, which is the most. Remove one first.`,
  ),
  "no-such-source": problem(404, "not_found", "There is no such client source"),
});
