import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isReserved, usernameStream } from "../identifiers/canonical.ts";
import { reservation } from "../identifiers/reservation.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";

/** Checks username and password as registering would, for the form while the user types. Changes and reserves nothing. */
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
