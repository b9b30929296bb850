import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { Refused } from "../handling/decider.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { accountKey } from "./attempts.ts";
import { hashCaller } from "./hash-caller.ts";

/** Hashes the new password of an account. Refuses one that is widely known, and any while the hasher has no place for the caller. */
export async function hashNewPassword(
  { hasher, keyring }: { hasher: PasswordHasher; keyring: Keyring },
  { owner, newPassword }: { owner: RegisteredUser; newPassword: string },
  commandContext: CommandContext,
): Promise<{ passwordHash: string } | Refused<"known-new-password" | "busy">> {
  if (isKnownPassword(newPassword, owner)) return { refused: "known-new-password" };
  const caller = hashCaller(accountKey(keyring, owner.email ?? owner.userId), commandContext);
  const passwordHash = await hasher.hash(newPassword, caller);
  return passwordHash === "busy" ? { refused: "busy" } : { passwordHash };
}
