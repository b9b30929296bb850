import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { type ProblemAnswer, problem, withHeaders } from "@attestory/http/routing/problem.ts";
import type { SettingReason } from "../applications/client-authentication.ts";
import { mostApplications } from "../applications/counted-applications.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { invalidMetadata } from "./client-metadata.ts";

/** RFC 6750 section 3.1. Says neither which token nor why. */
const description = "The access token is unknown, expired, used up or revoked";
export const invalidToken = (): ProblemAnswer =>
  withHeaders(oauthProblem(401, "invalid_token", description), {
    "WWW-Authenticate": `Bearer error="invalid_token", error_description="${description}"`,
  });

/** Of the calls of admins. */
export const answerTokenRefusal = refusalAnswers({
  "no-such-initial-token": problem(404, "not_found", "There is no such initial access token"),
  // The rest come from deciding on a use, or on a second creation, which none of these calls does.
  "made-already": problem(409, "conflict", "Someone else changed this at the same moment. Please try again."),
  "invalid-initial-token": problem(404, "not_found", "There is no such initial access token"),
});

const settings = {
  "public-needs-pkce": invalidMetadata("token_endpoint_auth_method: a public application uses PKCE"),
  "wrong-auth-method": invalidMetadata("token_endpoint_auth_method: register anew to change to none or from it"),
  "needs-keys": invalidMetadata("jwks: private_key_jwt needs at least one public key"),
  "unusable-keys": invalidMetadata("jwks: one of the keys is no valid public key, or too weak"),
} as const satisfies Record<SettingReason, ProblemAnswer>;

const weakerMetadata = invalidMetadata(
  "The owner of this application requires more than these metadata say. Leave out what protects it, and it stays as it is",
);

/** Of the calls of applications. */
export const answerRegistrationRefusal = refusalAnswers({
  ...settings,
  "no-such-application": invalidToken(),
  "weaker-than-required": weakerMetadata,
  // No application that registered itself has a metadata document.
  "described-by-document": invalidToken(),
  "invalid-initial-token": invalidToken(),
  "no-such-initial-token": invalidToken(),
  "made-already": invalidToken(),
  "too-many-applications": oauthProblem(
    400,
    "invalid_request",
    `The admin who made the token has ${mostApplications} applications. One has to be deleted first.`,
  ),
});
export const noSecretYet = (): ProblemAnswer =>
  invalidMetadata("token_endpoint_auth_method: register anew to authenticate by a secret");
