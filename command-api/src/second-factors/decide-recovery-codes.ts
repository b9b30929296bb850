import type { Recorded } from "@attestory/events/catalogue.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import type { CommandOf, Decision, RecoveryDigests } from "./second-factors-command.ts";
import { noSecondFactors, type SecondFactors, withAccepted } from "./second-factors-state.ts";

export function issuedIfNone(
  { recovery }: Pick<SecondFactors, "recovery">,
  userId: string,
  { setId, digests }: RecoveryDigests,
): SecondFactorEvent[] {
  if (recovery && recovery.digests.length > 0) return [];
  return [{ type: "RecoveryCodesIssued", data: { userId, setId, digests: [...digests] } }];
}

/** Also while codes are locked: nobody guesses one, and its owner needs a way in while someone else keeps the lock closed. */
export function spendRecoveryCode(
  { recovery }: SecondFactors,
  command: CommandOf<"verify-code">,
  given: string,
): Decision {
  const { userId, attemptId, purpose } = command;
  const digest = recovery?.digests.find((each) => isEqualInConstantTime(given, each));
  if (!digest) return { refused: "wrong-code" };
  return [{ type: "RecoveryCodeUsed", data: { userId, attemptId, digest, purpose } }];
}

export function issueRecoveryCodes(state: SecondFactors, command: CommandOf<"issue-recovery-codes">): Decision {
  const { userId, set, replace } = command;
  return issuedIfNone(replace ? noSecondFactors : state, userId, set);
}

export function recoveryCodeUsed(state: SecondFactors, { data }: Recorded<"RecoveryCodeUsed">): SecondFactors {
  const { digest, attemptId } = data;
  const recovery = state.recovery && {
    ...state.recovery,
    digests: state.recovery.digests.filter((each) => !isEqualInConstantTime(each, digest)),
  };
  return { ...state, recovery, acceptedAttempts: withAccepted(state, attemptId) };
}
