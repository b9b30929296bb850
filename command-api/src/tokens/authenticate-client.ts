import { clientIdOf } from "@attestory/events/client-id.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import { type ClientRequest, clientVerifier, type ProofRules } from "@attestory/http/security/verify-client.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { Application } from "../applications/application-state.ts";
import { loadClient } from "../applications/load-application.ts";
import type { FailedCall } from "../applications/record-client-call.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { failedCall, type ReportCall } from "./token-dependencies.ts";

type AuthenticateClient = (request: ClientRequest) => Promise<Application | ProblemAnswer>;

interface ClientAuthenticationParts {
  /** `rateLimiter` of the shared services. */
  attempts: RateLimiter;
  proofs: ProofRules;
  reportCall: ReportCall;
  /** Which one the applications call. */
  endpoint: FailedCall["endpoint"];
}

/** Authenticates applications by their streams, and reports failures to the application's owner. */
export const createClientAuthentication = (
  commandHandler: Pick<CommandHandler, "load">,
  { attempts, proofs, reportCall, endpoint }: ClientAuthenticationParts,
): AuthenticateClient =>
  clientVerifier<Application>(attempts, proofs, {
    find: (clientId) => loadClient(commandHandler, clientId),
    known: ({ applicationId, documentUrl, kind, clientSecret, formerSecret, jwks, usesPrivateKeyJwt }) => ({
      id: applicationId,
      name: clientIdOf(applicationId, { documentUrl }),
      kind,
      digests: { current: clientSecret?.digest ?? null, former: formerSecret },
      jwks,
      usesPrivateKeyJwt,
    }),
    onRefused: ({ applicationId }, refusal) => reportCall(applicationId, { ...failedCall(refusal), endpoint }),
  });
