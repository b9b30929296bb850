import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { hasAccount, type UserState } from "../accounts/user-state.ts";
import { canonicalEmail, decoyStream, emailStream, usernameStream } from "./canonical.ts";

/**
 * The streams of the username and the address in a user's own record, and of its former addresses while a change can be undone. None if it
 * has lapsed, or if the person was erased. Only events change this, not the time: so the version of the user's stream decides who owns
 * an identifier.
 */
export const ownedIdentifiers = (keyring: Keyring, holder: UserState): StreamName[] =>
  hasAccount(holder)
    ? [...namedIdentifiers(keyring, holder, holder.status === "decoy"), ...formerAddresses(keyring, holder)]
    : [];

const formerAddresses = (keyring: Keyring, holder: UserState): StreamName[] =>
  holder.status === "registered"
    ? holder.emailChanges.flatMap(({ formerEmail }) => addressOf(keyring, formerEmail) ?? [])
    : [];

/** The streams that a lapsed registration or an erased account owned, and that must be released. None of any other user. */
export function leftIdentifiers(keyring: Keyring, holder: UserState): StreamName[] {
  if (holder.status === "lapsed") return namedIdentifiers(keyring, holder, holder.wasDecoy);
  if (holder.status !== "erased") return [];
  return [
    ...namedIdentifiers(keyring, holder, false),
    ...holder.formerEmails.flatMap((email) => addressOf(keyring, email) ?? []),
  ];
}

function namedIdentifiers(
  keyring: Keyring,
  { userId, username, email }: { userId: string; username: string | null; email: string | null },
  isDecoy: boolean,
): StreamName[] {
  const name = username === null ? null : usernameStream(keyring, username);
  const address = isDecoy ? decoyStream(keyring, userId) : addressOf(keyring, email);
  return [name, address].filter((stream) => stream !== null);
}

/** A reservation does not prove this: its registration may have failed. */
export const ownsIdentifier = (keyring: Keyring, holder: UserState, stream: StreamName): boolean =>
  ownedIdentifiers(keyring, holder).includes(stream);

/** Whether the user signs in with this address. A former address is owned, but no longer signs in. */
export const signsInWith = (keyring: Keyring, { email }: { email: string | null }, stream: StreamName): boolean =>
  addressOf(keyring, email) === stream;

function addressOf(keyring: Keyring, email: string | null): StreamName | null {
  const canonical = email === null ? null : canonicalEmail(email);
  return canonical === null ? null : emailStream(keyring, canonical);
}
