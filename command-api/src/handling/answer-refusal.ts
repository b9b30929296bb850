import { notSignedIn, type ProblemAnswer, problem } from "@attestory/http/routing/problem.ts";
import type { ChangePasswordReason } from "../account-settings/change-password.ts";
import type { RegisterReason } from "../registration/register.ts";
import { endedSessionCookie } from "../sessions/session-cookie.ts";
import type { TooManyAttempts } from "../sign-in/attempts.ts";
import type { SignInReason } from "../sign-in/sign-in.ts";
import type { Refused } from "./decider.ts";

type Reason =
  | RegisterReason
  | SignInReason
  | ChangePasswordReason
  | "invalid-link"
  | "not-found"
  | "unavailable"
  | "session-worn-out"
  | "password-mismatch";

const known = "Other people use this password, or it is your name or address. Choose one that nobody would try first.";

const wait = (seconds: number) => ({ headers: { "Retry-After": String(seconds) } });

/** The one place that turns a refusal into a status. */
const answers: Record<Reason, ProblemAnswer> = {
  "invalid-email": problem(400, "invalid_fields", "Invalid email address", {
    fields: { email: "Invalid email address" },
  }),
  "email-taken": problem(409, "email_taken", "This email address already has an account. Sign in, or use another one."),
  "username-taken": problem(409, "username_taken", "This username is taken. Please choose another one."),
  "username-reserved": problem(409, "username_taken", "This username is taken. Please choose another one."),
  "invalid-credentials": problem(401, "invalid_credentials", "Email or password is not right"),
  "email-not-verified": problem(403, "email_not_verified", "Please verify your email address before logging in"),
  "wrong-password": problem(400, "wrong_password", "Your current password is not right", {
    fields: { currentPassword: "This is not your current password" },
  }),
  "known-password": problem(400, "known_password", known, { fields: { password: known } }),
  "known-new-password": problem(400, "known_password", known, { fields: { newPassword: known } }),
  "same-password": problem(400, "same_password", "Choose a password that differs from the current one", {
    fields: { newPassword: "This is your current password" },
  }),
  "password-mismatch": problem(400, "password_mismatch", "New password and confirm password don't match.", {
    fields: { confirmPassword: "New password and confirm password don't match." },
  }),
  "invalid-link": problem(400, "invalid_token", "Invalid or expired verification token"),
  "session-ended": notSignedIn(),
  "not-found": problem(404, "not_found", "There is no such session"),
  "key-reused": problem(409, "idempotency_key_reused", "This Idempotency-Key came before with another request"),
  conflict: problem(409, "conflict", "Somebody else changed this at the same moment. Please try again."),
  busy: problem(503, "busy", "Too many people are signing in right now. Please try again in a moment.", wait(1)),
  "session-worn-out": problem(
    401,
    "session_ended",
    "The current password was wrong too often, so this session was ended. Please sign in again.",
    { headers: { "Set-Cookie": endedSessionCookie() } },
  ),
  unavailable: problem(
    503,
    "log_unavailable",
    "This cannot be saved right now. Please try again in a moment.",
    wait(1),
  ),
};

const tooManyAttempts = "Too many attempts. Wait, then try again.";

export const answerRefusal = (refusal: Refused<Reason> | TooManyAttempts): ProblemAnswer =>
  refusal.refused === "too-many-attempts"
    ? problem(429, "too_many_attempts", tooManyAttempts, wait(refusal.waitSeconds))
    : answers[refusal.refused];
