import { randomUUID } from "node:crypto";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { hasLapsed } from "../accounts/registration-age.ts";
import { user } from "../accounts/user.ts";
import { belongsToOwner, type RegisteredUser } from "../accounts/user-state.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import { signsInWith } from "../identifiers/owned-identifiers.ts";
import { reservation } from "../identifiers/reservation.ts";

/**
 * The owner of an address whose account is active, read from the streams, or null. An unconfirmed reservation counts, even if its lease has expired: the
 * owner's own record decides. An address without an account costs as many reads as one with an account, so that the time of the answer
 * tells them apart as little as possible. `includesShut`: also one who has asked for the erasure of the account.
 */
export async function findOwner(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { email, now, includesShut = false }: { email: string; now: Date; includesShut?: boolean },
): Promise<RegisteredUser | null> {
  const canonical = canonicalEmail(email);
  if (!canonical) return null;
  const stream = emailStream(keyring, canonical);
  const { state: holder } = await commandHandler.load(reservation, stream);
  const { state: owner } = await commandHandler.load(
    user,
    userStream(holder.status === "free" ? randomUUID() : holder.userId),
  );
  if (owner.status !== "registered" || hasLapsed(owner, now)) return null;
  if (!(includesShut ? belongsToOwner(owner) : owner.isActive)) return null;
  return signsInWith(keyring, owner, stream) ? owner : null;
}
