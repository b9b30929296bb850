import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { readLinkToken } from "./link-token.ts";
import type { RegisteredUser } from "./user-state.ts";

/**
 * Proves that the owner of an account that is to be erased has just signed in. It is not stored, and signs nobody in: it only keeps the
 * account, or ends the grace.
 */
const seconds = 900;
const form = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

export interface ErasureRequest {
  userId: string;
  /** The id of the event that asked for the erasure. */
  requestId: string;
}

export function erasureTicket(keyring: Keyring, request: ErasureRequest, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1000) + seconds);
  return `${request.userId}.${request.requestId}.${expires}.${sign(keyring, request, expires)}`;
}

/** The request that a ticket is for; null if it is none, or no longer. */
export function readErasureTicket(keyring: Keyring, ticket: string, now: Date): ErasureRequest | null {
  const [, userId, requestId, expires, signature] = form.exec(ticket) ?? [];
  if (!userId || !requestId || !expires || !signature || Number(expires) * 1000 <= now.getTime()) return null;
  const request = { userId, requestId };
  return isEqualInConstantTime(signature, sign(keyring, request, expires)) ? request : null;
}

/** The request that a ticket or the link of the email is for. */
export function readErasureToken(keyring: Keyring, token: string, now: Date): ErasureRequest | null {
  const link = readLinkToken(keyring, "keep-account", token);
  return link ? { userId: link.userId, requestId: link.eventId } : readErasureTicket(keyring, token, now);
}

/** What a sign-in to such an account is told. */
export const erasureOf = (keyring: Keyring, { userId, erasure }: RegisteredUser, now: Date) =>
  erasure && {
    erasesAt: erasure.erasesAt.toISOString(),
    erasureTicket: erasureTicket(keyring, { userId, requestId: erasure.id }, now),
  };

const sign = (keyring: Keyring, { userId, requestId }: ErasureRequest, expires: string): string =>
  keyring.hmac("link key", "erasure ticket", userId, requestId, expires);
