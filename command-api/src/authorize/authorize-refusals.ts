import { type ProblemAnswer, problem, reauthenticationRequired } from "@attestory/http/routing/problem.ts";
import type { AuthorizationReason } from "../authorizations/authorization.ts";
import { apiChanged } from "../consents/api-changed.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import type { Unreturnable } from "./read-request.ts";

const over = problem(
  400,
  "no_pending_request",
  "This request was answered already, or is too old. Start again at the application.",
);

/** Of a code that is being issued. */
const ofCode: Readonly<Record<AuthorizationReason, typeof over>> = {
  "already-issued": over,
  "no-such-authorization": over,
  ended: over,
  "code-expired": over,
  "code-replayed": over,
  "code-leaked": over,
  "code-refused": over,
  "refresh-token-expired": over,
  "refresh-token-reused": over,
  "refresh-token-leaked": over,
  "wrong-key": over,
};

export const answerRefusal = refusalAnswers({
  ...ofCode,
  "not-pending": over,
  "application-gone": problem(400, "access_denied", "This application can no longer be allowed anything"),
  "api-gone": problem(400, "invalid_target", "The API that this application asks for is not there any more"),
  "api-changed": apiChanged,
  "another-account": problem(
    403,
    "another_account",
    "The application asks for another account. Sign in with that one.",
  ),
  "login-needed": reauthenticationRequired,
});

/** Of a request whose answer may not be sent to the redirect URI that it names. */
const faults: Readonly<Record<Unreturnable["fault"], string>> = {
  "no-request":
    "This address is where applications send people to sign in. Open the application, and sign in from there.",
  "no-client-id": "client_id is missing, or was sent more than once.",
  "unknown-client": "client_id names no application that is active here.",
  "unknown-request-uri": "request_uri is none that this service gave to this application.",
  "no-redirect-uri": "redirect_uri is missing, or was sent more than once.",
  "unregistered-redirect-uri": "redirect_uri is not one of the application's. Its developer sees what differs.",
};

/** On a page that says the general sentence itself. */
export const faultOnPage = ({ fault, wayBack, document }: Unreturnable): ProblemAnswer => ({
  ...problem(document?.reason === "busy" ? 429 : 400, "invalid_request", document?.sentence ?? faults[fault]),
  ...(wayBack && { wayBack }),
});

/** The same for a call, which says no more. */
export const malformed = problem(400, "invalid_request", "The authorization request is invalid or malformed");
