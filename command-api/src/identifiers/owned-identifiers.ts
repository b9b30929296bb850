import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { hasAccount, type UserState } from "../accounts/user-state.ts";
import { canonicalEmail, decoyStream, emailStream, usernameStream } from "./canonical.ts";

/** The streams of the username and the address in a user's own record. None if it has lapsed, or if the person was erased. */
export const ownedIdentifiers = (keyring: Keyring, holder: UserState): StreamName[] =>
  hasAccount(holder) ? namedIdentifiers(keyring, holder, holder.status === "decoy") : [];

/** The streams that a lapsed registration owned, and that must be released. None of any other user. */
export const lapsedIdentifiers = (keyring: Keyring, holder: UserState): StreamName[] =>
  holder.status === "lapsed" ? namedIdentifiers(keyring, holder, holder.wasDecoy) : [];

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

function addressOf(keyring: Keyring, email: string | null): StreamName | null {
  const canonical = email === null ? null : canonicalEmail(email);
  return canonical === null ? null : emailStream(keyring, canonical);
}
