import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { CommandHandler } from "./handling/command-handler.ts";
import type { CommandRoute } from "./handling/command-route.ts";
import type { Commands } from "./handling/commands.ts";
import type { ForgetKey } from "./hardware-keys/change-key.ts";
import { hasHardwareKey } from "./hardware-keys/has-hardware-key.ts";
import type { RelyingParty } from "./hardware-keys/relying-party.ts";
import { hardwareKeyRoutes } from "./hardware-keys/routes.ts";
import type { MailLimits } from "./mail/mail-limits.ts";
import { issueRecoveryCodes } from "./second-factors/issue-recovery-codes.ts";
import { hasTotp } from "./second-factors/second-factors.ts";
import { forgetKey } from "./second-factors/trusted-device.ts";

interface HardwareKeyParts {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: MailLimits;
  relyingParty: RelyingParty;
}

/** The routes of hardware keys, with what they change in the account's other second factors. */
export const hardwareKeysOfAccounts = (commands: Commands, parts: HardwareKeyParts): CommandRoute[] => {
  const { commandHandler, keyring } = parts;
  return hardwareKeyRoutes(commands, {
    ...parts,
    async issueRecoveryCodes({ userId, isFirstKey }, commandContext) {
      const replace = isFirstKey && !(await hasTotp(commandHandler, userId));
      return issueRecoveryCodes({ commandHandler, keyring }, { userId, replace }, commandContext);
    },
    forgetKey: forgetKeyOf(commandHandler),
  });
};

/** Before a key is removed, it only ends the trust: the account has the key still. After it, the last key's recovery codes end too. */
export const forgetKeyOf =
  (commandHandler: CommandHandler): ForgetKey =>
  async (userId, context) =>
    forgetKey(commandHandler, { userId, isLast: !(await hasHardwareKey(commandHandler, userId)) }, context);
