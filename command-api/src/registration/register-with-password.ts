import { userStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { canonicalEmail, isReserved } from "../identifiers/canonical.ts";
import { checkMayJoin, type JoinReason, type Newcomer } from "../joining/join.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { accountKey } from "../sign-in/attempts.ts";
import { hashCaller } from "../sign-in/hash-caller.ts";
import type { CreateAccountDependencies, CreateRefusal } from "./create-account.ts";
import { createAccount } from "./create-account.ts";

export interface Registration {
  email: string;
  username: string;
  password: string;
  firstName: string | null;
  lastName: string | null;
  /** The token of an invitation's link, if any. */
  invitation?: string | null;
}

export interface PasswordRegistrationDependencies extends CreateAccountDependencies {
  hasher: PasswordHasher;
}

export type RegisterReason =
  | "email-taken"
  | "username-taken"
  | "username-reserved"
  | "invalid-email"
  | "known-password"
  | "busy"
  | JoinReason
  | HandlingReason;

/** Registers an account with the password that its owner chose. */
export async function registerWithPassword(
  dependencies: PasswordRegistrationDependencies,
  { password, invitation = null, ...account }: Registration,
  commandContext: CommandContext,
): Promise<{ userId: string } | Refused<RegisterReason> | CreateRefusal> {
  const { keyring, hasher } = dependencies;
  const canonical = canonicalEmail(account.email);
  if (!canonical) return { refused: "invalid-email" };
  const joining = await mayJoin(dependencies, { canonical, token: invitation }, commandContext);
  if (isRefused(joining)) return joining;
  if (isReserved(account.username)) return { refused: "username-reserved" };
  if (isKnownPassword(password, account)) return { refused: "known-password" };
  // Hashed before the address is looked up, so that a taken one takes as long.
  const passwordHash = await hasher.hash(password, hashCaller(accountKey(keyring, account.email), commandContext));
  if (passwordHash === "busy") return { refused: "busy" };
  const { invitationId } = joining;
  return createAccount(
    dependencies,
    { account: { ...account, passwordHash, invitationId }, canonical, inviting: null },
    commandContext,
  );
}

/** A repeat of a registration that was carried out gets its answer, whatever was decided about newcomers since. */
async function mayJoin(
  dependencies: PasswordRegistrationDependencies,
  asked: Omit<Newcomer, "userId">,
  commandContext: CommandContext,
): Promise<{ invitationId: string | null } | Refused<JoinReason>> {
  const userId = commandContext.newId("user");
  const record = await dependencies.commandHandler.findIdempotencyRecord(userStream(userId), commandContext);
  return record ? { invitationId: null } : checkMayJoin(dependencies, { ...asked, userId }, commandContext);
}
