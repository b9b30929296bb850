import { isDeepStrictEqual } from "node:util";
import { authorizationRequestsStream, consentStream, type Position, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { consentsCountFrom } from "../accounts/user-validity.ts";
import type { Application } from "../applications/application-state.ts";
import type { AskedApi } from "../applications/find-api.ts";
import { loadApplication } from "../applications/load-application.ts";
import type { AuthorizationReason } from "../authorizations/authorization.ts";
import { allowsRedirect } from "../authorizations/redirect-uris.ts";
import { consent, counts } from "../consents/consent.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import type { ClientAnswer } from "./answer-client.ts";
import { acrStanding } from "./asked-strength.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { issueCode } from "./issue-code.ts";
import { loadAuthentication } from "./load-authentication.ts";
import { type MissingMethods, missingMethods } from "./missing-methods.ts";
import {
  isPending,
  type NamedRequest,
  pendingRequests,
  type RequestOutcome,
  requestsNamed,
  type StoredRequest,
} from "./pending-requests.ts";
import { usePushed } from "./pushed-requests.ts";
import { toAllow } from "./requested-claims.ts";
import { resourceOf } from "./resource-parameter.ts";
import { addressOf, apiAsSeen, claimsOf, keyOf, loginRuleOf, parametersOf } from "./stored-request.ts";

export type AnswerReason =
  | "not-pending"
  | "application-gone"
  | "api-gone"
  | "api-changed"
  | "login-needed"
  | "another-account"
  | AuthorizationReason
  | HandlingReason;
export interface Answered {
  position: Position;
  answer: ClientAnswer;
  stored: StoredRequest;
}

type Dependencies = Pick<AuthorizeDependencies, "commandHandler" | "keyring" | "mailLimits">;

/** What the user of a session has to prove before a stored request is answered. Null: nothing. */
export async function missingMethodsOf(
  { commandHandler }: Pick<Dependencies, "commandHandler">,
  { stored, principal }: { stored: StoredRequest; principal: SignedIn },
  now: Date,
): Promise<MissingMethods | "unmet" | null> {
  const known = await loadAuthentication(commandHandler, principal);
  const { acr } = claimsOf(stored);
  if (acrStanding(acr, known) === "unmet") return "unmet";
  return missingMethods({ rule: loginRuleOf(stored), acr }, { known, proofs: principal.proofs, now });
}

/** An application that may still get this request's answer. It may have been deleted, suspended or changed meanwhile. */
export async function applicationFor(
  { commandHandler }: Pick<Dependencies, "commandHandler">,
  { applicationId, redirectUri }: Pick<StoredRequest, "applicationId" | "redirectUri">,
): Promise<Application | null> {
  const application = await loadApplication(commandHandler, applicationId);
  return application && allowsRedirect(application, redirectUri) ? application : null;
}

/** The user allows what a pending request asks. One request gives one code, also where the answer is sent many times at once. */
export async function grantRequest(
  dependencies: Dependencies,
  { principal, named, apiDigest }: { principal: SignedIn; named: NamedRequest; apiDigest: string | undefined },
  commandContext: CommandContext,
): Promise<Answered | Refused<AnswerReason> | TooManyAttempts> {
  const { commandHandler, mailLimits } = dependencies;
  const { userId } = principal;
  const stored = await findNamed(dependencies, { principal, named }, commandContext);
  if (!stored) return { refused: "not-pending" };
  const application = await applicationFor(dependencies, stored);
  if (!application) return { refused: "application-gone" };
  const api = await apiAsSeen(dependencies, { stored, application, apiDigest }, commandContext.now);
  if (api && "refused" in api) return api;
  if (isForAnother(stored, principal)) return { refused: "another-account" };
  const missing = await missingMethodsOf(dependencies, { stored, principal }, commandContext.now);
  if (missing === "unmet" || (missing && !missing.isOptional)) return { refused: "login-needed" };
  const [account, consented] = await Promise.all([
    commandHandler.load(user, userStream(userId)),
    commandHandler.load(consent, consentStream({ userId, applicationId: stored.applicationId })),
  ]);
  const countFrom = consentsCountFrom(account.state);
  const grant = () => giveCode(dependencies, { stored, application, api, principal, countFrom }, commandContext);
  // The email about a new application is sent for its consent.
  return counts(consented.state, countFrom) ? grant() : mailLimits.ofAccount(userId, grant);
}

/** OpenID Connect Core section 3.1.2.2: whoever asks for a `sub` gets no token of another one. */
export function isForAnother(stored: StoredRequest, { userId }: Pick<SignedIn, "userId">): boolean {
  const { subject } = claimsOf(stored);
  return subject !== null && subject !== userId;
}

/** The pending request that the answer names; for a repeated command, the one that it answered. */
async function findNamed(
  { commandHandler }: Dependencies,
  { principal, named }: { principal: SignedIn; named: NamedRequest },
  commandContext: CommandContext,
): Promise<StoredRequest | undefined> {
  const stream = authorizationRequestsStream(principal.sessionId);
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  const { state } = await commandHandler.load(pendingRequests, stream);
  const found = requestsNamed(state, named);
  if (record) return found.find(({ outcome }) => outcome === "granted");
  const [newest, ...older] = found.filter((stored) => isPending(stored, commandContext.now));
  // Single claims are no part of the name: nobody knows which of these the user saw.
  return older.every((one) => newest && allowsTheSame(one, newest)) ? newest : undefined;
}

const allowsTheSame = (one: StoredRequest, other: StoredRequest): boolean =>
  isDeepStrictEqual(askedBy(one), askedBy(other));
const askedBy = (stored: StoredRequest) => ({
  ...toAllow({ scopes: stored.scopes, claims: claimsOf(stored), api: null }),
  resource: resourceOf(parametersOf(stored)),
});

interface Granting {
  stored: StoredRequest;
  application: Application;
  api: AskedApi;
  principal: SignedIn;
  /** Of the user's consents. */
  countFrom: Date | null;
}

/** The answer comes first: a request that was answered gives no second code, wherever this stops. */
async function giveCode(
  dependencies: Dependencies,
  { stored, application, api, principal, countFrom }: Granting,
  commandContext: CommandContext,
): Promise<Answered | Refused<AnswerReason>> {
  const { commandHandler } = dependencies;
  const { userId, applicationId, scopes } = stored;
  const claims = claimsOf(stored);
  const answered = await recordAnswer(dependencies, { stored, outcome: "granted" }, commandContext);
  if (isRefused(answered)) return answered;
  const granted = await commandHandler.handle({
    decider: consent,
    stream: consentStream({ userId, applicationId }),
    command: {
      type: "grant",
      userId,
      applicationId,
      ...toAllow({ scopes, claims, api }),
      applicationName: application.name,
      countFrom,
    },
    person: userId,
    commandContext,
  });
  if (isRefused(granted))
    return granted.refused === "not-granted" ? { refused: "conflict" } : { refused: granted.refused };
  const asked = { ...stored, application, principal, claims, api, dpopJkt: keyOf(stored) };
  const issued = await issueCode(dependencies, asked, commandContext);
  if (isRefused(issued)) return issued;
  const answer = { address: addressOf(stored), parameters: { code: issued.code } };
  return { position: issued.position, answer, stored };
}

/** Records the user's answer, which is the only one. */
export async function recordAnswer(
  { commandHandler }: Pick<Dependencies, "commandHandler">,
  { stored, outcome }: { stored: StoredRequest; outcome: RequestOutcome },
  commandContext: CommandContext,
): Promise<{ position: Position } | Refused<"not-pending" | HandlingReason>> {
  const used = await usePushed(commandHandler, stored, commandContext);
  if (used) return { refused: used.refused === "request-used" ? "not-pending" : used.refused };
  return commandHandler.handle({
    decider: pendingRequests,
    stream: authorizationRequestsStream(stored.sessionId),
    command: { type: "answer", authorizationId: stored.authorizationId, outcome, now: commandContext.now },
    person: stored.userId,
    commandContext,
  });
}
