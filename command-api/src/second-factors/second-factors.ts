import { secondFactorsStream } from "@attestory/events/envelope.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import { locked, stepAccepted, unlockCodes, verifyCode, wrongCode } from "./decide-code.ts";
import { issueRecoveryCodes, recoveryCodeUsed } from "./decide-recovery-codes.ts";
import { disable, disabled, enable, enabled, setUpStarted, startSetUp } from "./decide-set-up.ts";
import { deviceTrustEnded, deviceTrusted, endTrust, keepTrust, trustDevice } from "./decide-trust.ts";
import { disown, forgetKey } from "./disowning.ts";
import type { SecondFactorCommand, SecondFactorReason } from "./second-factors-command.ts";
import { noSecondFactors, type SecondFactors, secondFactorsSnapshot } from "./second-factors-state.ts";

/** The second factors of a user (`factors-<user>`). It checks the codes itself, so that concurrent attempts are decided in order. */
export const secondFactors: Decider<SecondFactors, SecondFactorCommand, SecondFactorEvent, SecondFactorReason> =
  defineDecider({
    initial: noSecondFactors,

    decide: {
      "start-set-up": startSetUp,
      enable,
      disable,
      "verify-code": verifyCode,
      "unlock-codes": unlockCodes,
      "issue-recovery-codes": issueRecoveryCodes,
      "trust-device": trustDevice,
      "keep-trust": keepTrust,
      "end-trust": endTrust,
      "forget-key": forgetKey,
      disown,
    },

    evolve: {
      TotpSetUpStarted: setUpStarted,
      TwoFactorEnabled: enabled,
      TwoFactorDisabled: disabled,
      TotpStepAccepted: stepAccepted,
      WrongCodeGiven: wrongCode,
      CodesLocked: locked,
      CodesUnlocked: (state) => ({ ...state, wrongCodes: [] }),
      RecoveryCodesIssued: (state, { data: { setId, digests }, recordedAt }) => ({
        ...state,
        recovery: { setId, digests, issuedAt: recordedAt },
      }),
      RecoveryCodesEnded: (state) => ({ ...state, recovery: null }),
      RecoveryCodeUsed: recoveryCodeUsed,
      DeviceTrusted: deviceTrusted,
      DeviceTrustEnded: deviceTrustEnded,
    },
    after: (next, _, { data: { userId } }) => (next.userId === userId ? next : { ...next, userId }),

    snapshot: secondFactorsSnapshot,
  });

/** Whether the account's sign-ins ask for codes of an authenticator app: `twoFactorEnabled` of the answers. */
export async function hasTotp(commandHandler: Pick<CommandHandler, "load">, userId: string): Promise<boolean> {
  return (await commandHandler.load(secondFactors, secondFactorsStream(userId))).state.totp !== null;
}
