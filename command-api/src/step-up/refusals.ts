import { problem, withFields, withHeaders } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { endedSessionCookie } from "../sessions/session-cookie.ts";

/** Of every call that takes the current password. */
export const currentPasswordRefusals = {
  "wrong-password": withFields(problem(400, "wrong_password", "Your current password is not right"), {
    currentPassword: "This is not your current password",
  }),
  "session-exhausted": withHeaders(
    problem(
      401,
      "session_ended",
      "The current password was wrong too often, so this session was ended. Please sign in again.",
    ),
    { "Set-Cookie": endedSessionCookie() },
  ),
} as const;

export const answerRefusal = refusalAnswers(currentPasswordRefusals);
