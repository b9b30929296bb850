import { consentStream, type Position } from "@attestory/events/envelope.ts";
import { consentsCountFrom } from "../accounts/user-validity.ts";
import type { AuthorizationReason } from "../authorizations/authorization.ts";
import { isOnDevice } from "../authorizations/redirect-uris.ts";
import { consent } from "../consents/consent.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import type { ClientAnswer } from "./answer-client.ts";
import { acrStanding, isKnownAcr } from "./asked-strength.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { hintedSubject } from "./id-token-hint.ts";
import { issueCode } from "./issue-code.ts";
import { loadAuthentication } from "./load-authentication.ts";
import { asksForSignIn } from "./pending-requests.ts";
import { usedUri, usePushed } from "./pushed-requests.ts";
import { type Readable, readRequest, type Unreturnable } from "./read-request.ts";
import type { RequestParameters } from "./request-parameters.ts";
import type { AuthorizationError } from "./request-rules.ts";
import { toAllow } from "./requested-claims.ts";
import { openedAt } from "./resolve-request.ts";
import { storeRequest } from "./store-request.ts";
import { type NextStep, nextStep } from "./what-to-ask.ts";

type Dependencies = Pick<
  AuthorizeDependencies,
  "commandHandler" | "keyring" | "issuer" | "reportCall" | "clientDocuments"
>;

/** A request at the authorization endpoint, from a browser in which this user is signed in. */
export interface Beginning {
  parameters: RequestParameters;
  principal: SignedIn | null;
  /** When this request came first. */
  askedAt: Date;
}

/** `answer`: the browser goes back to the application. `ask`: the consent screen asks the user. */
export type Begun =
  | Unreturnable
  | { kind: "answer"; answer: ClientAnswer; position: Position | null }
  /** `isNewAccount`: the request asks for a registration. `hint`: `login_hint` of a request by reference, which its address does not say. */
  | { kind: "sign-in"; isNewAccount: boolean; hint: string | null }
  /** `isByReference`: the address says little of the request. `asksForSignIn`: the user may have to sign in again. */
  | { kind: "ask"; position: Position; isByReference: boolean; asksForSignIn: boolean };

type Failed = Refused<HandlingReason | AuthorizationReason | "not-pending">;

/** RFC 6749 section 4.1.1, OpenID Connect Core section 3.1.2. */
export async function beginAuthorization(
  dependencies: Dependencies,
  { parameters, principal, askedAt }: Beginning,
  commandContext: CommandContext,
): Promise<Begun | Failed> {
  const opened = { parameters, ...openedAt(askedAt, commandContext) };
  const read = await readRequest(dependencies, opened, commandContext);
  if (read.kind === "fault") return read;
  if (read.kind === "error") return refuse(read.address, read.error);
  const step = await stepOf(dependencies, { read, principal, askedAt }, commandContext.now);
  if (typeof step === "object") return refuse(read.request, step);
  if (step === "sign-in" || principal === null) {
    const { prompts, isByReference, otherParameters } = read.request;
    const hint = isByReference ? (otherParameters.login_hint ?? null) : null;
    return { kind: "sign-in", isNewAccount: prompts.has("create"), hint };
  }
  return step === "finish"
    ? finish(dependencies, { read, principal }, commandContext)
    : ask(dependencies, { read, principal, askedAt }, commandContext);
}

const refuse = (address: ClientAnswer["address"], { error, description }: AuthorizationError): Begun => ({
  kind: "answer",
  answer: { address, parameters: { error, error_description: description } },
  position: null,
});

interface Visit {
  read: Readable;
  principal: SignedIn | null;
  askedAt: Date;
}

async function stepOf(
  { commandHandler }: Dependencies,
  { read: { application, request }, principal, askedAt }: Visit,
  now: Date,
): Promise<NextStep> {
  const { applicationId } = application;
  const [consented, known] = principal
    ? await Promise.all([
        commandHandler.load(consent, consentStream({ userId: principal.userId, applicationId })),
        loadAuthentication(commandHandler, principal),
      ])
    : [];
  const { claims } = request;
  return nextStep({
    request,
    asked: toAllow(request),
    acr: known ? acrStanding(claims.acr, known) : isKnownAcr(claims.acr) ? "met" : "unmet",
    trusted: application.trusted,
    session: known ? { authenticatedAt: known.authentication.at } : null,
    isAnother: isAnother(request, principal),
    consent: consented?.state ?? consent.initial,
    consentsCountFrom: known ? consentsCountFrom(known.owner) : null,
    isOnDevice: isOnDevice(application, request.redirectUri),
    askedAt,
    now,
  });
}

function isAnother({ claims, otherParameters }: Readable["request"], principal: SignedIn | null): boolean {
  const hint = otherParameters.id_token_hint;
  const subject = claims.subject ?? (hint === undefined ? null : hintedSubject(hint));
  return principal !== null && subject !== null && subject !== principal.userId;
}

type VisitOfUser = Visit & { principal: SignedIn };

async function finish(
  dependencies: Dependencies,
  { read: { application, request }, principal }: Omit<VisitOfUser, "askedAt">,
  commandContext: CommandContext,
): Promise<Begun | Failed> {
  const authorizationId = commandContext.newId("authorization");
  const { applicationId } = application;
  const { otherParameters } = request;
  const used = await usePushed(
    dependencies.commandHandler,
    { otherParameters, applicationId, authorizationId },
    commandContext,
  );
  if (used) return used.refused === "request-used" ? refuse(request, usedUri) : { refused: used.refused };
  const issued = await issueCode(dependencies, { ...request, authorizationId, application, principal }, commandContext);
  if (isRefused(issued)) return issued;
  const answer = { address: request, parameters: { code: issued.code } };
  return { kind: "answer", answer, position: issued.position };
}

async function ask(
  { commandHandler }: Dependencies,
  { read: { application, request }, principal, askedAt }: VisitOfUser,
  commandContext: CommandContext,
): Promise<Begun | Failed> {
  const outcome = await storeRequest(commandHandler, { application, request, principal, askedAt }, commandContext);
  if (isRefused(outcome)) return outcome;
  const { stored, position } = outcome;
  return { kind: "ask", position, isByReference: request.isByReference, asksForSignIn: asksForSignIn(stored) };
}
