import { problem } from "@attestory/http/routing/problem.ts";
import type { UserReason } from "../accounts/user.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import type { Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";

/** `no-erasure`: no request is open that the token is for. */
export type ErasureRefusalReason =
  | "is-admin"
  | "no-erasure"
  | "address-changed-lately"
  | "ways-in-changed-lately"
  | "no-such-account"
  | "own-account";

export const answerRefusal = refusalAnswers<ErasureRefusalReason>({
  "is-admin": problem(
    409,
    "is_admin",
    "An admin cannot be deleted. Another admin must take the admin role from this account first.",
  ),
  "no-erasure": problem(400, "invalid_token", "This no longer works. Sign in to see how your account is."),
  "address-changed-lately": problem(
    409,
    "address_changed_lately",
    "The address of this account was changed in the last 72 hours, and the change can still be undone. Wait until then, or until the date of the deletion.",
  ),
  "ways-in-changed-lately": problem(
    409,
    "ways_in_changed_lately",
    "A password, passkey or second factor of this account was added or changed in the last 72 hours, and may be someone else's. Wait until then, or until the date of the deletion.",
  ),
  "no-such-account": problem(404, "not_found", "There is no such account"),
  "own-account": problem(409, "own_account", "You cannot erase the account that you are signed in with."),
});

/** What the account refuses, as the calls of this folder answer it. */
export function erasureRefusal({
  refused,
}: Refused<UserReason | HandlingReason>): Refused<ErasureRefusalReason | HandlingReason> {
  if (isHandlingReason(refused)) return { refused };
  // Only the worker asks before the date, if another release had a longer grace: it tries again.
  if (refused === "erasure-not-due") throw new Error("the grace is not over yet");
  return { refused: refused === "is-admin" || refused === "address-changed-lately" ? refused : "no-erasure" };
}
