import { keyOwnerOf } from "@attestory/events/account-events.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { type DecoyUser, hasAccount, type LapsedUser, type RegisteredUser } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { canonicalEmail, isReserved } from "../identifiers/canonical.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import type { CreateAccountDependencies, CreateRefusal, NewAccount } from "../registration/create-account.ts";
import { createAccount } from "../registration/create-account.ts";
import { accountKey } from "../sign-in/attempts.ts";

export interface CreateUserDependencies extends CreateAccountDependencies {
  mailLimits: MailLimits;
  /** How many accounts the API keys of a user may create in 24 hours. */
  invitationsPerDay: number;
}

/** The account that a program or an admin asks for. Its owner chooses the password. */
export type AskedAccount = Omit<NewAccount, "userId" | "passwordHash" | "invitationId">;

type UserRefusal = Refused<"invalid-email" | "username-reserved"> | CreateRefusal;

interface Created {
  position: bigint;
  /** A decoy in strict mode, if the address has an owner already. Lapsed if the command is a repeat, and the account has ended since. */
  user: RegisteredUser | DecoyUser | LapsedUser;
}

/**
 * Creates an account without a password, for a program or an admin. The address gets an email whose link verifies it and sets the password;
 * until then nobody can sign in.
 */
export async function createUser(
  dependencies: CreateUserDependencies,
  account: AskedAccount,
  commandContext: CommandContext,
): Promise<Created | UserRefusal | TooManyAttempts> {
  const { commandHandler, keyring, mailLimits } = dependencies;
  const request = { address: accountKey(keyring, account.email), network: null };
  const registered = await mailLimits.registration(request, () => register(dependencies, account, commandContext));
  if (isRefused(registered)) return registered;
  const { state } = await commandHandler.load(user, userStream(registered.userId));
  if (!hasAccount(state) && state.status !== "lapsed") {
    throw new Error(`user ${registered.userId} is not there after its creation`);
  }
  return { user: state, position: await commandHandler.head() };
}

async function register(
  dependencies: CreateUserDependencies,
  account: AskedAccount,
  commandContext: CommandContext,
): Promise<{ userId: string } | UserRefusal> {
  const canonical = canonicalEmail(account.email);
  if (!canonical) return { refused: "invalid-email" };
  if (isReserved(account.username)) return { refused: "username-reserved" };
  // The caller decides: the sign-up policy is for those who register themselves.
  const created = { ...account, passwordHash: null };
  const userId = keyOwnerOf(commandContext);
  const inviting = userId === null ? null : { userId, perDay: dependencies.invitationsPerDay };
  return createAccount(dependencies, { account: created, canonical, inviting }, commandContext);
}
