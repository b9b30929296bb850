import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import { type ClientRequest, clientVerifier } from "@attestory/http/security/verify-client.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { loadApplication } from "../applications/application.ts";
import type { Application } from "../applications/application-state.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { failedCall, type ReportCall } from "./token-dependencies.ts";

type AuthenticateClient = (request: ClientRequest) => Promise<Application | ProblemAnswer>;

const noSecret = { current: null, former: null };

/** Authenticates applications by their streams, and reports failures to the application's owner. */
export const createClientAuthentication = (
  commandHandler: Pick<CommandHandler, "load">,
  { rateLimiter, reportCall }: { rateLimiter: RateLimiter; reportCall: ReportCall },
): AuthenticateClient =>
  clientVerifier<Application>(rateLimiter, {
    find: (clientId) => loadApplication(commandHandler, clientId),
    known: ({ applicationId, kind, clientSecret, formerSecret, usesPrivateKeyJwt }) => ({
      id: applicationId,
      kind,
      digests: usesPrivateKeyJwt ? noSecret : { current: clientSecret?.digest ?? null, former: formerSecret },
    }),
    onRefused: ({ applicationId }, refusal) => reportCall(applicationId, failedCall(refusal)),
  });
