import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { user } from "../accounts/user.ts";
import { belongsToOwner, type RegisteredUser } from "../accounts/user-state.ts";
import type { CommandHandler } from "../handling/command-handler.ts";

/**
 * Proves to the second step of a sign-in that the first one, the password, was right. It is not stored: a new password, or the end of
 * the account's sessions, makes it invalid. It signs nobody in without the second factor.
 */
const seconds = 300;
const form = /^([0-9a-f-]{36})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

export function loginTicket(keyring: Keyring, owner: RegisteredUser, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1000) + seconds);
  return `${owner.userId}.${expires}.${sign(keyring, owner, expires)}`;
}

/** The account whose password the ticket proves, as it is now. Null if the ticket is not valid, or no longer. */
export async function ownerOfTicket(
  { commandHandler, keyring }: { commandHandler: Pick<CommandHandler, "load">; keyring: Keyring },
  { ticket, now }: { ticket: string; now: Date },
): Promise<RegisteredUser | null> {
  const [, userId, expires, signature] = form.exec(ticket) ?? [];
  if (!userId || !expires || !signature || Number(expires) * 1000 <= now.getTime()) return null;
  const stream = streamOf(userId);
  if (stream === null) return null;
  const { state: owner } = await commandHandler.load(user, stream);
  if (owner.status !== "registered" || !belongsToOwner(owner) || !owner.emailVerified) return null;
  return isEqualInConstantTime(signature, sign(keyring, owner, expires)) ? owner : null;
}

function streamOf(userId: string) {
  try {
    return userStream(userId);
  } catch {
    return null;
  }
}

const sign = (keyring: Keyring, { userId, sessionEpoch, passwordHash }: RegisteredUser, expires: string): string =>
  keyring.hmac("link key", "login ticket", userId, String(sessionEpoch), passwordHash ?? "", expires);
