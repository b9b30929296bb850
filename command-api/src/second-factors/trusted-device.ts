import { secondFactorsStream } from "@attestory/events/envelope.ts";
import { hostCookie } from "@attestory/http/parsing/cookies.ts";
import { matchesTokenHash, tokenHash } from "@attestory/http/security/session-token.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { type SecondFactorReason, trustSeconds } from "./decide-second-factors.ts";
import { secondFactors } from "./second-factors.ts";
import type { SecondFactors } from "./second-factors-state.ts";

/** The cookie of a browser that is not asked for a second factor. It is worth nothing without the password. */
export const trustCookie = "__Host-trusted-device";
const form = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** Whether the owner trusts the browser with this cookie. Ending the account's sessions ends its trust in every browser. */
export function isTrusted(
  { trusted }: Pick<SecondFactors, "trusted">,
  { cookie, sessionEpoch, now }: { cookie: string | undefined; sessionEpoch: number; now: Date },
): boolean {
  const [, id, secret] = form.exec(cookie ?? "") ?? [];
  const device = trusted.find((each) => each.id === id);
  if (!device || !secret || device.sessionEpoch !== sessionEpoch || device.endsAt <= now) return false;
  return matchesTokenHash(secret, device.tokenHash);
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
    commandContext,
  });
  if (isRefused(outcome)) return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
  return { position: outcome.position, cookie: hostCookie(trustCookie, `${trustId}.${secret}`, trustSeconds) };
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

/** Ends the trust in every device. */
export async function endAllTrust(
  commandHandler: CommandHandler,
  userId: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<HandlingReason>> {
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "end-trust", userId, trustId: null },
    person: userId,
    commandContext,
  });
  if (!isRefused(outcome)) return outcome;
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
}
