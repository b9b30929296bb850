import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { attemptsStream, userStream } from "@attestory/events/envelope.ts";
import { readLinkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import { belongsToOwner } from "../accounts/user-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { attemptHistory } from "./attempt-history.ts";
import { type Attempts, accountKey } from "./attempts.ts";
import { knownDeviceCookie } from "./known-device.ts";

export interface UnlockDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  attempts: Pick<Attempts, "lift">;
}

/** Ends the account's wait once, with the token of an email's link, and makes the browser a known device. Does not sign in. */
export async function unlock(
  { commandHandler, keyring, attempts }: UnlockDependencies,
  token: string,
  commandContext: CommandContext,
): Promise<{ position: bigint; deviceCookie: string } | Refused<"invalid-link" | HandlingReason>> {
  const link = readLinkToken(keyring, "unlock", token);
  if (!link) return { refused: "invalid-link" };
  const { userId, eventId: offerId } = link;
  const { now } = commandContext;
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered" || !belongsToOwner(owner) || owner.email === null)
    return { refused: "invalid-link" };
  const stream = attemptsStream(userId);
  const isRepeated = (await commandHandler.findIdempotencyRecord(stream, commandContext)) !== null;
  const outcome = await commandHandler.handle({
    decider: attemptHistory,
    stream,
    command: { type: "unlock", userId, offerId, now },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return outcome;
  // A repeated request gets the same device again, and no attempts more.
  if (!isRepeated) await attempts.lift(accountKey(keyring, owner.email));
  // A new id: an attacker who used up the attempts of this browser's former id, or copied it, has no share in these.
  const id = commandContext.newId("device");
  return { position: outcome.position, deviceCookie: knownDeviceCookie(keyring, { id, owner, now }) };
}
