import { type ProblemAnswer, secondFactorRequired } from "@attestory/http/routing/problem.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { hasHardwareKey } from "../hardware-keys/has-hardware-key.ts";
import { hasTotp } from "../second-factors/second-factors.ts";

type Loading = Pick<CommandHandler, "load">;

/** Whether sign-ins by password ask the account for more: a code of an authenticator app, or a hardware key. */
const hasSecondFactor = async (commandHandler: Loading, userId: string): Promise<boolean> =>
  (await hasTotp(commandHandler, userId)) || hasHardwareKey(commandHandler, userId);

/**
 * Refuses the admin calls of an admin without a second factor, if `required` (`REQUIRE_ADMIN_2FA`). The calls of their own account still
 * work, so that they can set one up. Null if there is nothing to refuse: whether the user is an admin is checked elsewhere.
 */
export const requireSecondFactor =
  (commandHandler: Loading, required: boolean) =>
  async ({ userId, roles }: SignedIn, { access }: CommandRoute): Promise<ProblemAnswer | null> => {
    if (!required || access !== "admin" || !roles.isAdmin) return null;
    return (await hasSecondFactor(commandHandler, userId)) ? null : secondFactorRequired;
  };
