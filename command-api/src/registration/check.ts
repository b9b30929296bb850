import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isReserved, usernameStream } from "../identifiers/canonical.ts";
import { reservation } from "../identifiers/reservation.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";

/** What registering would say, for the form as one types. Changes nothing and promises nothing. */
export async function check(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { username, password }: { username?: string | undefined; password?: string | undefined },
): Promise<{ usernameFree?: boolean; passwordKnown?: boolean }> {
  const usernameFree = async (name: string) =>
    !isReserved(name) &&
    (await commandHandler.load(reservation, usernameStream(keyring, name))).state.status === "free";
  return {
    ...(username !== undefined && { usernameFree: await usernameFree(username) }),
    ...(password !== undefined && { passwordKnown: isKnownPassword(password, { username }) }),
  };
}
