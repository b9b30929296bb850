import { problem } from "@attestory/http/routing/problem.ts";
import type { AuthorizationReason } from "../authorizations/authorization.ts";
import type { DeviceRequestReason } from "../authorizations/device-request.ts";
import { apiChanged } from "../consents/api-changed.ts";
import { refusalAnswers, type TooManyAttempts } from "../handling/answer-refusal.ts";
import type { Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";

export type DeviceAnswerReason = Exclude<DeviceRequestReason, "code-taken"> | "application-gone" | "api-changed";
export type DeviceRefusal = Refused<DeviceAnswerReason | HandlingReason> | TooManyAttempts;

export const answerDeviceRefusal = refusalAnswers<DeviceAnswerReason>({
  "unknown-code": problem(404, "unknown_code", "No device shows this code. Check it, and enter it again."),
  "code-over": problem(410, "code_expired", "This code has expired. Start again on your device to get a new one."),
  "code-answered": problem(
    409,
    "code_used",
    "This code was used already. Start again on your device to get a new one.",
  ),
  "application-gone": problem(410, "application_gone", "This application can no longer be allowed anything."),
  "api-changed": apiChanged,
});

/** A refusal of the grant that a right answer gives: only another answer to the same request can have come before. */
export const grantRefusal = ({ refused }: Refused<AuthorizationReason | HandlingReason>): DeviceRefusal =>
  isHandlingReason(refused) ? { refused } : { refused: "code-answered" };
