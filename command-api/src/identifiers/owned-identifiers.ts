import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { hasAccount, type UserState } from "../accounts/user-state.ts";
import { canonicalEmail, decoyStream, emailStream, usernameStream } from "./canonical.ts";

/** The streams of the username and the address in a user's own record. None if the person was erased. */
export function ownedIdentifiers(keyring: Keyring, holder: UserState): StreamName[] {
  if (!hasAccount(holder)) return [];
  const username = holder.username === null ? null : usernameStream(keyring, holder.username);
  const address = holder.status === "decoy" ? decoyStream(keyring, holder.userId) : addressOf(keyring, holder.email);
  return [username, address].filter((stream) => stream !== null);
}

/** A reservation does not prove this: its registration may have failed. */
export const ownsIdentifier = (keyring: Keyring, holder: UserState, stream: StreamName): boolean =>
  ownedIdentifiers(keyring, holder).includes(stream);

function addressOf(keyring: Keyring, email: string | null): StreamName | null {
  const canonical = email === null ? null : canonicalEmail(email);
  return canonical === null ? null : emailStream(keyring, canonical);
}
