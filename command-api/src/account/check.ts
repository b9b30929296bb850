import type { Keyring } from "@attestory/events/vault/keyring.ts";
import type { Journal } from "../journal.ts";
import { isReserved, usernameStream } from "./canonical.ts";
import { claim } from "./claim.ts";
import { isKnownPassword } from "./known-passwords.ts";

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
