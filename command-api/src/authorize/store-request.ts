import { authorizationRequestsStream } from "@attestory/events/envelope.ts";
import type { Application } from "../applications/application-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import type { AuthorizationRequest } from "./check-request.ts";
import { pendingRequests, type RequestData, type StoredRequest, sameRequest } from "./pending-requests.ts";

export interface NewRequest {
  application: Application;
  request: AuthorizationRequest;
  principal: SignedIn;
  askedAt: Date;
}

/** Keeps the request until its user has answered it. One that waits already is kept once. */
export async function storeRequest(
  commandHandler: CommandHandler,
  { application, request, principal, askedAt }: NewRequest,
  commandContext: CommandContext,
): Promise<{ position: bigint; stored: StoredRequest } | Refused<HandlingReason | "not-pending">> {
  const { userId, sessionId } = principal;
  const { now } = commandContext;
  const data: RequestData = {
    authorizationId: commandContext.newId("authorization"),
    userId,
    applicationId: application.applicationId,
    sessionId,
    redirectUri: request.redirectUri,
    scopes: [...request.scopes],
    nonce: request.nonce,
    codeChallenge: request.codeChallenge,
    state: request.state,
    responseMode: request.responseMode,
    askedAt: askedAt.toISOString(),
    loginRequired: request.prompts.has("login"),
    maxAge: request.maxAge,
    otherParameters: request.otherParameters,
  };
  const stream = authorizationRequestsStream(sessionId);
  const outcome = await commandHandler.handle({
    decider: pendingRequests,
    stream,
    command: { type: "request", ...data, now },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return outcome;
  const { state } = await commandHandler.load(pendingRequests, stream);
  const stored = sameRequest(state, data, now);
  // Answered by another tab at this moment.
  return stored ? { position: outcome.position, stored } : { refused: "not-pending" };
}
