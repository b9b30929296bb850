import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { isReplaceable } from "../accounts/registration-age.ts";
import { user } from "../accounts/user.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isReserved, usernameStream } from "../identifiers/canonical.ts";
import { reservation } from "../identifiers/reservation.ts";
import { isOpen } from "../joining/invitation.ts";
import { findInvitation } from "../joining/join.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

interface Checked {
  usernameFree?: boolean;
  usernameReserved?: true;
  passwordKnown?: boolean;
  invitationValid?: boolean;
}

/** Checks username, password and invitation as registering would, for the form while the user types. Changes and reserves nothing. */
export async function check(
  dependencies: Dependencies,
  { username, password, invitation }: { [Name in "username" | "password" | "invitation"]?: string | undefined },
  now: Date,
): Promise<Checked> {
  const checked: Checked = {};
  if (username !== undefined) Object.assign(checked, await checkUsername(dependencies, username, now));
  if (password !== undefined) checked.passwordKnown = isKnownPassword(password, { username });
  if (invitation !== undefined) checked.invitationValid = await isValid(dependencies, invitation, now);
  return checked;
}

async function isValid(dependencies: Dependencies, token: string, now: Date): Promise<boolean> {
  const found = await findInvitation(dependencies, token);
  return found !== null && isOpen(found, now);
}

async function checkUsername(dependencies: Dependencies, username: string, now: Date): Promise<Checked> {
  if (isReserved(username)) return { usernameFree: false, usernameReserved: true };
  return { usernameFree: await isFree(dependencies, username, now) };
}

async function isFree({ commandHandler, keyring }: Dependencies, username: string, now: Date): Promise<boolean> {
  const { state } = await commandHandler.load(reservation, usernameStream(keyring, username));
  if (state.status === "free") return true;
  const holder = await commandHandler.load(user, userStream(state.userId));
  return isReplaceable(holder.state, now);
}
