import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { adminsStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { findOwner } from "../sign-in/find-owner.ts";
import { type AccessRefusal, changeAccess } from "./change-access.ts";
import { roster } from "./roster.ts";

export interface AdminDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

/** Makes the active account of an address an admin. Its other roles stay. */
export async function grantAdmin(
  dependencies: AdminDependencies,
  email: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | AccessRefusal> {
  const owner = await findOwner(dependencies, { email, now: commandContext.now });
  if (!owner) return { refused: "no-such-account" };
  return changeAccess(dependencies.commandHandler, { userId: owner.userId, to: { isAdmin: true } }, commandContext);
}

/**
 * Makes the account of `FIRST_ADMIN_EMAIL` an admin, once: an account that was an admin before stays what other admins made of it. Does
 * nothing until the address is verified. Null if nothing was to be done.
 */
export async function grantFirstAdmin(
  dependencies: AdminDependencies,
  email: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused | null> {
  const { commandHandler } = dependencies;
  const owner = await findOwner(dependencies, { email, now: commandContext.now });
  if (!owner?.emailVerified) return null;
  const { state } = await commandHandler.load(roster, adminsStream);
  if (state.listed.has(owner.userId) || state.unlisted.has(owner.userId)) return null;
  const outcome = await changeAccess(commandHandler, { userId: owner.userId, to: { isAdmin: true } }, commandContext);
  if (isRefused(outcome) && outcome.refused === "conflict") throw new Error("other writers came first");
  return outcome;
}
