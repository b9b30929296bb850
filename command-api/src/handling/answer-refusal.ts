import { notSignedIn, type ProblemAnswer, problem, withHeaders } from "@attestory/http/routing/problem.ts";
import type { Refused } from "./decider.ts";
import type { HandlingReason } from "./handling-reason.ts";

export interface TooManyAttempts extends Refused<"too-many-attempts"> {
  waitSeconds: number;
}

/** Refusals that every route may give. `busy`: too many passwords are being hashed; `unavailable`: a store cannot be used. */
export type SharedReason = HandlingReason | "busy" | "unavailable" | "too-many-attempts";

export const retryAfter = (seconds: number) => ({ "Retry-After": String(seconds) });

const shared: Record<Exclude<SharedReason, "too-many-attempts">, ProblemAnswer> = {
  "session-ended": notSignedIn(),
  revoked: notSignedIn(),
  "key-reused": problem(409, "idempotency_key_reused", "This Idempotency-Key came before with another request"),
  conflict: problem(409, "conflict", "Someone else changed this at the same moment. Please try again."),
  busy: withHeaders(
    problem(503, "busy", "Too many people are signing in right now. Please try again in a moment."),
    retryAfter(1),
  ),
  unavailable: withHeaders(
    problem(503, "log_unavailable", "This cannot be saved right now. Please try again in a moment."),
    retryAfter(1),
  ),
};

const tooManyAttempts = "Too many attempts. Wait, then try again.";

/** Maps a feature's own refusals and the shared ones to HTTP answers. */
export function refusalAnswers<Reason extends string>(own: Readonly<Record<Reason, ProblemAnswer>>) {
  const answers: Readonly<Record<string, ProblemAnswer>> = { ...shared, ...own };
  return (refusal: Refused<Reason | Exclude<SharedReason, "too-many-attempts">> | TooManyAttempts): ProblemAnswer => {
    if (refusal.refused === "too-many-attempts") {
      const { waitSeconds } = refusal as TooManyAttempts;
      return withHeaders(problem(429, "too_many_attempts", tooManyAttempts), retryAfter(waitSeconds));
    }
    const answer = answers[refusal.refused];
    if (!answer) throw new TypeError(`no answer for the refusal ${refusal.refused}`);
    return answer;
  };
}

/** For routes without refusals of their own. */
export const answerSharedRefusal = refusalAnswers({});
