import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { linkToken, readLinkToken } from "../accounts/link-token.ts";

/** The token of a link that ends the wait of an account once. `offerId` is the id of the event that requested the email. */
export const unlockToken = (keyring: Keyring, userId: string, offerId: string): string =>
  linkToken(keyring, "unlock", { userId, eventId: offerId });

/** Null for anything but an exact token of `unlockToken`. */
export function readUnlockToken(keyring: Keyring, token: string): { userId: string; offerId: string } | null {
  const link = readLinkToken(keyring, "unlock", token);
  return link && { userId: link.userId, offerId: link.eventId };
}
