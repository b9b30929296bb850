import { consentStream, deviceRequestStream, type Position, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { consentsCountFrom } from "../accounts/user-validity.ts";
import { deviceRequest } from "../authorizations/device-request.ts";
import { issueCode } from "../authorize/issue-code.ts";
import { noClaims, toAllow } from "../authorize/requested-claims.ts";
import { consent, counts } from "../consents/consent.ts";
import { hasChanged } from "../consents/shown-api.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { type DeviceRefusal, grantRefusal } from "./device-refusals.ts";
import type { FoundRequest } from "./find-device-request.ts";

export interface AnswerDependencies {
  commandHandler: CommandHandler;
  mailLimits: Pick<MailLimits, "ofAccount">;
  keyring: Parameters<typeof issueCode>[0]["keyring"];
}

export interface DeviceAnswer {
  found: FoundRequest;
  /** Of the request that the user saw. */
  authorizationId: string;
  /** Of the API that the user saw. */
  apiDigest: string | undefined;
  principal: SignedIn;
  outcome: "granted" | "denied";
}

type Outcome = { position: Position } | DeviceRefusal;

/** The user answers a device, once. What they allow is recorded as on the consent screen. */
export async function answerDeviceRequest(
  dependencies: AnswerDependencies,
  answer: DeviceAnswer,
  commandContext: CommandContext,
): Promise<Outcome> {
  if (answer.outcome === "denied") return recordAnswer(dependencies, answer, commandContext);
  const { commandHandler, mailLimits } = dependencies;
  const { found, principal } = answer;
  // A repeated answer is not checked again: it was counted.
  if (found.request.answer === null && hasChanged(found.api, answer.apiDigest)) return { refused: "api-changed" };
  const { userId } = principal;
  const { applicationId } = found.application;
  const [account, consented] = await Promise.all([
    commandHandler.load(user, userStream(userId)),
    commandHandler.load(consent, consentStream({ userId, applicationId })),
  ]);
  const countFrom = consentsCountFrom(account.state);
  const grant = () => giveGrant(dependencies, { ...answer, countFrom }, commandContext);
  // The email about a new application is sent for its consent.
  return counts(consented.state, countFrom) ? grant() : mailLimits.ofAccount<Outcome>(userId, grant);
}

/** The answer comes first: a request that was refused gives no grant. If this stops after it, the same answer finishes it. */
async function giveGrant(
  dependencies: AnswerDependencies,
  { countFrom, ...answer }: DeviceAnswer & { countFrom: Date | null },
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler } = dependencies;
  const { found, principal, authorizationId } = answer;
  const { application, request, api } = found;
  const { scopes, expiresAt } = request;
  const { userId } = principal;
  const answered = await recordAnswer(dependencies, answer, commandContext);
  if (isRefused(answered)) return answered;
  const { applicationId, name: applicationName } = application;
  const asked = toAllow({ scopes, claims: noClaims, api });
  const granted = await commandHandler.handle({
    decider: consent,
    stream: consentStream({ userId, applicationId }),
    command: { type: "grant", userId, applicationId, ...asked, applicationName, countFrom },
    person: userId,
    commandContext,
  });
  if (isRefused(granted)) {
    return granted.refused === "not-granted" ? { refused: "conflict" } : { refused: granted.refused };
  }
  const issuing = { authorizationId, application, principal, scopes, api, expiresAt };
  const ofDevice = { redirectUri: null, nonce: null, codeChallenge: null, claims: noClaims, dpopJkt: null };
  const issued = await issueCode(dependencies, { ...issuing, ...ofDevice }, commandContext);
  return isRefused(issued) ? grantRefusal(issued) : { position: issued.position };
}

async function recordAnswer(
  { commandHandler }: AnswerDependencies,
  { found, authorizationId, principal, outcome }: DeviceAnswer,
  commandContext: CommandContext,
): Promise<{ position: Position } | Exclude<DeviceRefusal, TooManyAttempts>> {
  const { userId, sessionId } = principal;
  const { name: applicationName } = found.application;
  const { now } = commandContext;
  const answered = await commandHandler.handle({
    decider: deviceRequest,
    stream: deviceRequestStream(found.key),
    command: { type: "answer", authorizationId, userId, sessionId, applicationName, outcome, now },
    person: userId,
    commandContext,
  });
  if (!isRefused(answered)) return answered;
  const { refused } = answered;
  return { refused: refused === "code-taken" ? "conflict" : refused };
}
