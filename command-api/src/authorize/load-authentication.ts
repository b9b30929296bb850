import { type AccountFactors, type Authentication, authenticationOf } from "@attestory/events/authentication.ts";
import { secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import type { Problem } from "@attestory/http/routing/answers.ts";
import { user } from "../accounts/user.ts";
import type { UserState } from "../accounts/user-state.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { hasHardwareKey } from "../hardware-keys/has-hardware-key.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import { methodsOf } from "../sign-in/second-factor.ts";

/** The last full authentication of a session, and what its account could prove. */
export interface KnownAuthentication {
  account: AccountFactors;
  /** The second factors that the account accepts. */
  secondFactors: NonNullable<Problem["methods"]>;
  authentication: Authentication;
}

/** Reads the streams: a factor that was removed a moment ago is not asked for. */
export async function loadAuthentication(
  commandHandler: Pick<CommandHandler, "load">,
  principal: Pick<SignedIn, "userId" | "startedAt" | "proofs">,
): Promise<KnownAuthentication & { owner: UserState }> {
  const { userId } = principal;
  const [{ state: owner }, { state: factors }, hasKey] = await Promise.all([
    commandHandler.load(user, userStream(userId)),
    commandHandler.load(secondFactors, secondFactorsStream(userId)),
    hasHardwareKey(commandHandler, userId),
  ]);
  const hasPassword = owner.status === "registered" && owner.passwordHash !== null;
  const account = { hasPassword, hasTotp: factors.totp !== null, hasKey };
  return {
    owner,
    account,
    secondFactors: methodsOf(factors, hasKey),
    authentication: authenticationOf(principal, account),
  };
}
