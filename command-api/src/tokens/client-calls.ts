import { networkOf } from "@attestory/http/parsing/client-address.ts";
import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { isProblem, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { clientLimit, type LimitedAnswer } from "@attestory/http/security/limit-clients.ts";
import {
  type ClientParameters,
  invalidClient,
  readPresentedClient,
} from "@attestory/http/security/presented-client.ts";
import type { SingleUses } from "@attestory/http/security/single-uses.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { Application } from "../applications/application-state.ts";
import type { FailedCall } from "../applications/record-client-call.ts";
import type { ClientDocuments } from "../client-documents/client-documents.ts";
import type { ClientFault } from "../client-documents/client-faults.ts";
import { type CommandContext, unrepeatable } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { createClientAuthentication } from "./authenticate-client.ts";
import type { ReportCall } from "./token-dependencies.ts";

/** A call by an application. */
export interface ClientCall {
  context: RequestContext;
  commandContext: CommandContext;
  parameters: ClientParameters;
  /** Of the endpoint. */
  path: string;
}

interface ClientCallServices {
  commandHandler: Pick<CommandHandler, "load">;
  publicUrl: string;
  rateLimiter: RateLimiter;
  singleUses: SingleUses;
  reportCall: ReportCall;
  clientDocuments: ClientDocuments;
}

export type AnswerClient = <Given extends LimitedAnswer>(
  call: ClientCall,
  answer: (application: Application, commandContext: CommandContext, network: string) => Promise<Given>,
) => Promise<Given | ProblemAnswer>;

/** A client that reads `invalid_client` may give up for good, or drop its registration: not for what passes. */
function unreadableClient({ reason, sentence }: ClientFault): ProblemAnswer {
  if (reason === "busy") return oauthProblem(429, "temporarily_unavailable", sentence);
  return reason === "unreachable" ? oauthProblem(503, "temporarily_unavailable", sentence) : invalidClient(sentence);
}

/**
 * Answers an application that proves who it is, within its limit. Its events name it as their actor. An idempotency key has no effect: a
 * repeated code must not look as if it were used once.
 */
export function clientCalls(
  { commandHandler, publicUrl, rateLimiter, singleUses, reportCall, clientDocuments }: ClientCallServices,
  endpoint: FailedCall["endpoint"],
): AnswerClient {
  const authenticateClient = createClientAuthentication(commandHandler, {
    attempts: rateLimiter,
    proofs: { issuer: publicUrl, ...singleUses },
    reportCall,
    endpoint,
  });
  const limitClient = clientLimit(rateLimiter);
  /** Whether it is named by a parameter, by Basic or by an assertion alone. */
  const refreshNamed = async (
    { authorization, parameters }: { authorization: string | null; parameters: ClientParameters },
    commandContext: CommandContext,
  ) => {
    const presented = readPresentedClient(authorization, parameters);
    return isProblem(presented) ? null : clientDocuments.refresh(presented.clientId, commandContext);
  };
  return async (call, answer) => {
    const { parameters, path } = call;
    const { authorization, clientAddress } = call.context;
    const commandContext = unrepeatable(call.commandContext);
    const network = networkOf(clientAddress) ?? clientAddress;
    const { now, machineTime } = commandContext;
    // A session that lives on asks for nothing new: no document is read for its tokens.
    const fault = endpoint === "token" ? null : await refreshNamed({ authorization, parameters }, commandContext);
    if (fault) return unreadableClient(fault);
    const application = await authenticateClient({
      authorization,
      parameters,
      network,
      endpoint: `${publicUrl}${path}`,
      now,
      machineTime,
    });
    if (isProblem(application)) return application;
    const { applicationId: id, kind } = application;
    const asClient: CommandContext = { ...commandContext, actor: { kind: "client", id } };
    return limitClient({ id, kind, network }, () => answer(application, asClient, network));
  };
}
