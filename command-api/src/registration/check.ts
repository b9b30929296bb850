import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Journal } from "../handling/command-handler.ts";
import { isReserved, usernameStream } from "../identifiers/canonical.ts";
import { claim } from "../identifiers/reservation.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";

/** What registering would say, for the form as one types. Changes nothing and promises nothing. */
export async function check(
  { journal, keyring }: { journal: Journal; keyring: Keyring },
  { username, password }: { username?: string | undefined; password?: string | undefined },
): Promise<{ usernameFree?: boolean; passwordKnown?: boolean }> {
  const usernameFree = async (name: string) =>
    !isReserved(name) && (await journal.load(claim, usernameStream(keyring, name))).state.status === "free";
  return {
    ...(username !== undefined && { usernameFree: await usernameFree(username) }),
    ...(password !== undefined && { passwordKnown: isKnownPassword(password, { username }) }),
  };
}
