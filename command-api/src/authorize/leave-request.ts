import { authorizationRequestsStream, authorizationStream, type Position } from "@attestory/events/envelope.ts";
import { authorization } from "../authorizations/authorization.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import type { ClientAnswer } from "./answer-client.ts";
import { type AnswerReason, applicationFor, recordAnswer } from "./answer-request.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { codeOf } from "./issue-code.ts";
import { pendingRequests, type StoredRequest } from "./pending-requests.ts";
import { addressOf } from "./stored-request.ts";

type Dependencies = Pick<AuthorizeDependencies, "commandHandler" | "keyring">;

interface Leaving {
  principal: SignedIn;
  authorizationId: string;
}

async function findStored(
  { commandHandler }: Dependencies,
  { principal, authorizationId }: Leaving,
): Promise<StoredRequest | undefined> {
  const { state } = await commandHandler.load(pendingRequests, authorizationRequestsStream(principal.sessionId));
  return state.requests.find((stored) => stored.authorizationId === authorizationId);
}

const denied = { error: "access_denied", error_description: "The user refused" };

/** The user refuses. Opening the page again leads back again: nothing that it tells is secret. */
export async function denyRequest(
  dependencies: Dependencies,
  leaving: Leaving,
  commandContext: CommandContext,
): Promise<{ position: Position | null; answer: ClientAnswer } | Refused<AnswerReason>> {
  const stored = await findStored(dependencies, leaving);
  if (!stored || stored.outcome === "granted") return { refused: "not-pending" };
  if (!(await applicationFor(dependencies, stored))) return { refused: "application-gone" };
  const answer = { address: addressOf(stored), parameters: denied };
  if (stored.outcome === "denied") return { position: null, answer };
  const answered = await recordAnswer(dependencies, { stored, outcome: "denied" }, commandContext);
  return isRefused(answered) ? answered : { position: answered.position, answer };
}

/** The answer that a form takes back to the application, while its code is good and unused. */
export async function grantedAnswer(
  dependencies: Dependencies,
  leaving: Leaving,
  now: Date,
): Promise<ClientAnswer | Refused<"not-pending">> {
  const { authorizationId } = leaving;
  const stored = await findStored(dependencies, leaving);
  const { state } = await dependencies.commandHandler.load(authorization, authorizationStream(authorizationId));
  const isGood = state.status === "issued" && state.redeemedAt === null && !state.ended && now < state.expiresAt;
  if (stored?.outcome !== "granted" || !isGood) return { refused: "not-pending" };
  return { address: addressOf(stored), parameters: { code: codeOf(dependencies, authorizationId) } };
}
