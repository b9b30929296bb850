import { applicationIdOf } from "@attestory/events/client-id.ts";
import { authorizationRequestsStream, type Position } from "@attestory/events/envelope.ts";
import type { Application } from "../applications/application-state.ts";
import type { AskedApi } from "../applications/find-api.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { applicationFor } from "./answer-request.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import {
  isPending,
  type PendingRequests,
  pendingRequests,
  requestsNamed,
  requestsReferredTo,
  type StoredRequest,
} from "./pending-requests.ts";
import { readRequest, type Unreturnable } from "./read-request.ts";
import { otherParameters, type RequestParameters } from "./request-parameters.ts";
import { type AuthorizationError, scopesOf } from "./request-rules.ts";
import { openedAt, referenceIn } from "./resolve-request.ts";
import { storeRequest } from "./store-request.ts";
import { apiOf } from "./stored-request.ts";

type Dependencies = Pick<
  AuthorizeDependencies,
  "commandHandler" | "keyring" | "issuer" | "reportCall" | "clientDocuments"
>;

interface ConsentVisit {
  parameters: RequestParameters;
  principal: SignedIn;
}

export interface Prepared {
  stored: StoredRequest;
  application: Application;
  api: AskedApi;
  position: Position;
}

/** What the consent screen shows of a request. It waits for its answer already, or does from now on. */
export async function prepareConsent(
  dependencies: Dependencies,
  asked: ConsentVisit,
  commandContext: CommandContext,
): Promise<Prepared | Unreturnable | AuthorizationError | Refused<HandlingReason | "not-pending">> {
  const waiting = await findWaiting(dependencies, asked, commandContext.now);
  if (waiting) {
    const api = await apiOf(dependencies, waiting);
    return api && "error" in api ? api : { ...waiting, api };
  }
  const opened = { parameters: asked.parameters, ...openedAt(commandContext.now, commandContext) };
  const read = await readRequest(dependencies, opened, commandContext);
  if (read.kind === "fault") return read;
  if (read.kind === "error") return read.error;
  const { application, request } = read;
  const { principal } = asked;
  const storing = { application, request, principal, askedAt: commandContext.now };
  const outcome = await storeRequest(dependencies.commandHandler, storing, commandContext);
  if (isRefused(outcome)) return outcome;
  return { stored: outcome.stored, application, api: request.api, position: outcome.position };
}

/** The requests that these parameters mean, newest first. */
function namedBy(
  dependencies: Dependencies,
  { clientId, parameters }: { clientId: string; parameters: RequestParameters },
  state: PendingRequests,
): StoredRequest[] {
  const reference = referenceIn(dependencies, clientId, parameters);
  if (reference) return requestsReferredTo(state, { clientId, reference });
  const { single } = parameters;
  const redirectUri = single.get("redirect_uri");
  if (redirectUri === undefined) return [];
  return requestsNamed(state, {
    clientId,
    redirectUri,
    scopes: scopesOf(parameters),
    state: single.get("state") ?? null,
    otherParameters: otherParameters(parameters),
  });
}

/**
 * The request as it waits. The screen may name it by fewer parameters than the application sent: one without its PKCE challenge may not
 * be stored beside it.
 */
async function findWaiting(
  dependencies: Dependencies,
  { parameters, principal }: ConsentVisit,
  now: Date,
): Promise<Omit<Prepared, "api"> | null> {
  const { single, repeated } = parameters;
  const named = single.get("client_id");
  if (named === undefined || repeated.size > 0) return null;
  const clientId = applicationIdOf(named);
  const { commandHandler } = dependencies;
  const { state } = await commandHandler.load(pendingRequests, authorizationRequestsStream(principal.sessionId));
  const stored = namedBy(dependencies, { clientId, parameters }, state).find((one) => isPending(one, now));
  const application = stored && (await applicationFor(dependencies, stored));
  return application ? { stored, application, position: await commandHandler.head() } : null;
}
