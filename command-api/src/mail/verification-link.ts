import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { linkToken, readLinkToken } from "../accounts/link-token.ts";

/** The token of a link that verifies an address. `verificationId` is the id of the event that requested the email. */
export const verificationToken = (keyring: Keyring, userId: string, verificationId: string): string =>
  linkToken(keyring, "verify-email", { userId, eventId: verificationId });

/** Null for anything but an exact token of `verificationToken`. */
export function readVerificationToken(
  keyring: Keyring,
  token: string,
): { userId: string; verificationId: string } | null {
  const link = readLinkToken(keyring, "verify-email", token);
  return link && { userId: link.userId, verificationId: link.eventId };
}
