import { problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";

export const answerRefusal = refusalAnswers({
  "two-factor-enabled": problem(409, "two_factor_enabled", "Two-factor authentication is on already"),
  "two-factor-disabled": problem(409, "two_factor_disabled", "Two-factor authentication is off already"),
  "no-second-factor": problem(409, "no_second_factor", "Turn on two-factor authentication first"),
  "no-set-up": problem(400, "no_set_up", "Start the set-up again: scan a new QR code first"),
  "wrong-code": problem(400, "invalid_code", "This code is not right. Enter the newest one of your app."),
  "used-code": problem(400, "invalid_code", "This code was used already. Wait for the next one."),
  "codes-locked": problem(429, "too_many_attempts", "Too many attempts. Wait, then try again."),
  "not-found": problem(404, "not_found", "There is no such device"),
});
