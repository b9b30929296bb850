import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { isReplaceable } from "../accounts/registration-age.ts";
import { user } from "../accounts/user.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isReserved, usernameStream } from "../identifiers/canonical.ts";
import { reservation } from "../identifiers/reservation.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

/** Checks username and password as registering would, for the form while the user types. Changes and reserves nothing. */
export async function check(
  dependencies: Dependencies,
  { username, password }: { username?: string | undefined; password?: string | undefined },
  now: Date,
): Promise<{ usernameFree?: boolean; passwordKnown?: boolean }> {
  const checked: Awaited<ReturnType<typeof check>> = {};
  if (username !== undefined) checked.usernameFree = await isFree(dependencies, username, now);
  if (password !== undefined) checked.passwordKnown = isKnownPassword(password, { username });
  return checked;
}

async function isFree({ commandHandler, keyring }: Dependencies, username: string, now: Date): Promise<boolean> {
  if (isReserved(username)) return false;
  const { state } = await commandHandler.load(reservation, usernameStream(keyring, username));
  if (state.status === "free") return true;
  const holder = await commandHandler.load(user, userStream(state.userId));
  return isReplaceable(holder.state, now);
}
