import { problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import type { Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";

/** Of every call that takes what a key answered. None depends on an account. */
export const keyAnswerRefusals = {
  "invalid-challenge": problem(400, "invalid_challenge", "This took too long or was done before. Please try again."),
  "invalid-response": problem(400, "invalid_key_response", "Your hardware key's answer could not be verified"),
} as const;

export const answerRefusal = refusalAnswers({
  ...keyAnswerRefusals,
  "no-such-key": problem(404, "not_found", "There is no such hardware key"),
  "already-registered": problem(409, "key_registered", "This hardware key is registered already"),
  "too-many-keys": problem(409, "too_many_keys", "You have 50 hardware keys. Remove one first."),
  "last-way-in": problem(
    409,
    "last_way_in",
    "This is the last passkey of an account without a password. Set a password or add another passkey first.",
  ),
});

/** The refusal that callers know for one of the decider's. One that this command cannot have came of another writer's change. */
export function keyRefusal<Reason extends string>(
  { refused }: Refused,
  reasons: Readonly<Partial<Record<string, Reason>>>,
): Refused<Reason | HandlingReason> {
  return { refused: isHandlingReason(refused) ? refused : (reasons[refused] ?? "conflict") };
}
