import { secondFactorsStream } from "@attestory/events/envelope.ts";
import { endCookie } from "@attestory/http/parsing/cookies.ts";
import { matchesTokenHash, tokenHash } from "@attestory/http/security/session-token.ts";
import { parseTrustToken, trustedDeviceCookie, trustedDeviceCookieFor } from "@attestory/http/security/trust-token.ts";
import { type CommandContext, contextOfPart, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { trustSeconds } from "./decide-trust.ts";
import { secondFactors } from "./second-factors.ts";
import type { SecondFactorReason } from "./second-factors-command.ts";
import type { SecondFactors, TrustedDevice } from "./second-factors-state.ts";

interface Asking {
  /** The value of the browser's cookie, unverified. */
  cookie: string | undefined;
  /** Of the account. */
  sessionEpoch: number;
  now: Date;
}

/** The browser with this cookie, if the owner trusts it. Ending the account's sessions ends its trust in every browser. */
export function trustedDevice(
  { trusted }: Pick<SecondFactors, "trusted">,
  { cookie, sessionEpoch, now }: Asking,
): TrustedDevice | null {
  const token = parseTrustToken(cookie);
  const device = token && trusted.find(({ id }) => id === token.trustId);
  if (!device || device.sessionEpoch !== sessionEpoch || device.endsAt <= now) return null;
  return matchesTokenHash(token.secret, device.tokenHash) ? device : null;
}

/** Trusts the browser of a sign-in that gave a second factor. Returns the `Set-Cookie` line. */
export async function trustDevice(
  commandHandler: CommandHandler,
  { userId, sessionEpoch }: { userId: string; sessionEpoch: number },
  commandContext: CommandContext,
): Promise<{ position: bigint; cookie: string } | Refused<HandlingReason>> {
  const trustId = commandContext.newId("trusted device");
  const secret = commandContext.newSecret("trusted device");
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "trust-device", userId, trustId, tokenHash: tokenHash(secret), sessionEpoch },
    person: userId,
    // The code of the same sign-in may be recorded on this stream already.
    commandContext: contextOfPart(commandContext, "trust"),
  });
  if (isRefused(outcome)) return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
  return { position: outcome.position, cookie: trustedDeviceCookieFor({ trustId, secret }, trustSeconds) };
}

/** Trusts a browser in a new session epoch, for the time that was left. Returns the position, or null if the trust has ended. */
export async function keepTrust(
  commandHandler: CommandHandler,
  { userId, trustId, sessionEpoch }: { userId: string; trustId: string; sessionEpoch: number },
  commandContext: CommandContext,
): Promise<bigint | null> {
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "keep-trust", userId, trustId, sessionEpoch, now: commandContext.now },
    person: userId,
    commandContext: stepContext(commandContext),
  });
  return isRefused(outcome) ? null : outcome.position;
}

/** Ends the trust in one device. */
export const endTrust = (
  commandHandler: CommandHandler,
  { userId, trustId }: { userId: string; trustId: string },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<SecondFactorReason | HandlingReason>> =>
  commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "end-trust", userId, trustId },
    person: userId,
    commandContext,
  });

/** Ends the trust in every device after a hardware key was removed, and with the last second factor the recovery codes. */
export async function forgetKey(
  commandHandler: CommandHandler,
  { userId, isLast }: { userId: string; isLast: boolean },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<HandlingReason>> {
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "forget-key", userId, isLast },
    person: userId,
    commandContext,
  });
  if (!isRefused(outcome)) return outcome;
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
}

export const endedTrustCookie = (): string => endCookie(trustedDeviceCookie);
