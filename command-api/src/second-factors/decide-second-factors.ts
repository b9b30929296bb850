import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import type { Refused } from "../handling/decider.ts";
import { type DisowningCommand, decideDisowning } from "./decide-disowning.ts";
import { decideSetUp, isYoung, type SetUpCommand } from "./decide-set-up.ts";
import { issuedIfNone, type RecoveryDigests } from "./issued-if-none.ts";
import { noSecondFactors, type SecondFactors, wrongCodesOf } from "./second-factors-state.ts";
import { matchingStep, wasUsed } from "./totp.ts";

/** Case TF-03. */
const wrongCodesAllowed = 5;
const lockSeconds = 15 * 60;
/** An email reports a lock to the owner, but no further one for this long: another person may cause it again and again. */
const notifyAgainMs = 6 * 3_600_000;
export const trustSeconds = 30 * 86_400;

export type CodePurpose = "sign-in" | "step-up";
export type DisableReason = Extract<SecondFactorEvent, { type: "TwoFactorDisabled" }>["data"]["reason"];

export type SecondFactorCommand =
  | SetUpCommand
  | { type: "disable"; userId: string; reason: DisableReason; recoveryCodesKept: boolean }
  /** `device`: the known device that it comes from, or null. */
  | {
      type: "verify-code";
      userId: string;
      attemptId: string;
      code: GivenCode;
      purpose: CodePurpose;
      device: string | null;
      now: Date;
      machineTime: Date;
    }
  /** By an admin. */
  | { type: "unlock-codes"; userId: string }
  /** `replace`: also if some are left. */
  | { type: "issue-recovery-codes"; userId: string; set: RecoveryDigests; replace: boolean }
  | { type: "trust-device"; userId: string; trustId: string; tokenHash: string; sessionEpoch: number }
  /** The account's sessions ended but for one, whose browser stays trusted. */
  | { type: "keep-trust"; userId: string; trustId: string; sessionEpoch: number; now: Date }
  | { type: "end-trust"; userId: string; trustId: string }
  | DisowningCommand;

/** Six digits of an authenticator app, or the digest of a recovery code. */
export type GivenCode = { kind: "totp"; digits: string } | { kind: "recovery"; digest: string };

export type SecondFactorReason =
  | "two-factor-enabled"
  | "two-factor-disabled"
  | "no-set-up"
  | "wrong-code"
  | "used-code"
  | "codes-locked"
  | "not-found";

type Decision = readonly SecondFactorEvent[] | Refused<SecondFactorReason>;
type CommandOf<Type extends SecondFactorCommand["type"]> = Extract<SecondFactorCommand, { type: Type }>;

export function decideSecondFactors(state: SecondFactors, command: SecondFactorCommand): Decision {
  switch (command.type) {
    case "start-set-up":
    case "enable":
      return decideSetUp(state, command);
    case "disable":
      return disable(state, command);
    case "verify-code":
      return verifyCode(state, command);
    case "unlock-codes":
      return unlockCodes(state, command);
    case "issue-recovery-codes":
      return issueRecoveryCodes(state, command);
    case "trust-device":
      return trustDevice(state, command);
    case "keep-trust":
      return keepTrust(state, command);
    case "end-trust":
      return endTrust(state, command);
    default:
      return decideDisowning(state, command);
  }
}

function disable({ totp }: SecondFactors, { userId, reason, recoveryCodesKept }: CommandOf<"disable">): Decision {
  if (!totp) return { refused: "two-factor-disabled" };
  return [{ type: "TwoFactorDisabled", data: { userId, reason, recoveryCodesKept } }];
}

/** Decided by the version of the stream: of several attempts with one code, the first append makes the others `used-code`. */
function verifyCode(state: SecondFactors, command: CommandOf<"verify-code">): Decision {
  const { attemptId, code } = command;
  if (state.acceptedAttempts.includes(attemptId)) return [];
  return code.kind === "totp"
    ? acceptStep(state, command, code.digits)
    : spendRecoveryCode(state, command, code.digest);
}

function acceptStep(state: SecondFactors, command: CommandOf<"verify-code">, digits: string): Decision {
  const { userId, attemptId, purpose, device, now, machineTime } = command;
  if (!state.totp) return { refused: "wrong-code" };
  const wrong = wrongCodesOf(state, device, now);
  if (wrong.lockedUntil) return { refused: "codes-locked" };
  const { secret, usedSteps } = state.totp;
  const step = secret === null ? null : matchingStep(secret, digits, machineTime);
  if (step === null) return countWrong(state, command, wrong.count + 1);
  // Not counted: a form that is sent twice must not lock its owner out, and a code that was used reveals nothing to a guesser.
  if (wasUsed(step, usedSteps, machineTime)) return { refused: "used-code" };
  return [{ type: "TotpStepAccepted", data: { userId, attemptId, step, purpose, device } }];
}

function countWrong(
  { notifiedAt }: SecondFactors,
  { userId, device, purpose, now }: CommandOf<"verify-code">,
  count: number,
): SecondFactorEvent[] {
  const given: SecondFactorEvent = { type: "WrongCodeGiven", data: { userId, device, purpose } };
  if (count < wrongCodesAllowed) return [given];
  const notify = notifiedAt === null || !isYoung(notifiedAt, notifyAgainMs, now);
  return [given, { type: "CodesLocked", data: { userId, device, seconds: lockSeconds, notify } }];
}

const unlockCodes = ({ wrongCodes }: SecondFactors, { userId }: CommandOf<"unlock-codes">): SecondFactorEvent[] =>
  wrongCodes.length === 0 ? [] : [{ type: "CodesUnlocked", data: { userId } }];

/** Also while codes are locked: nobody guesses one, and its owner needs a way in while someone else keeps the lock closed. */
function spendRecoveryCode({ recovery }: SecondFactors, command: CommandOf<"verify-code">, given: string): Decision {
  const { userId, attemptId, purpose } = command;
  const digest = recovery?.digests.find((each) => isEqualInConstantTime(given, each));
  if (!digest) return { refused: "wrong-code" };
  return [{ type: "RecoveryCodeUsed", data: { userId, attemptId, digest, purpose } }];
}

function issueRecoveryCodes(state: SecondFactors, command: CommandOf<"issue-recovery-codes">): Decision {
  const { userId, set, replace } = command;
  return issuedIfNone(replace ? noSecondFactors : state, userId, set);
}

function trustDevice({ trusted }: SecondFactors, command: CommandOf<"trust-device">): Decision {
  const { type: _, ...device } = command;
  if (trusted.some(({ id }) => id === device.trustId)) return [];
  return [{ type: "DeviceTrusted", data: { ...device, seconds: trustSeconds } }];
}

function keepTrust({ trusted }: SecondFactors, command: CommandOf<"keep-trust">): Decision {
  const { userId, trustId, sessionEpoch, now } = command;
  const device = trusted.find(({ id }) => id === trustId);
  // Only from the epoch just before: a trust that ended earlier stays ended.
  if (device?.sessionEpoch !== sessionEpoch - 1 || device.endsAt <= now) return [];
  const seconds = Math.floor((device.endsAt.getTime() - now.getTime()) / 1000);
  return [{ type: "DeviceTrusted", data: { userId, trustId, tokenHash: device.tokenHash, sessionEpoch, seconds } }];
}

function endTrust({ trusted }: SecondFactors, { userId, trustId }: CommandOf<"end-trust">): Decision {
  if (!trusted.some(({ id }) => id === trustId)) return { refused: "not-found" };
  return [{ type: "DeviceTrustEnded", data: { userId, trustId } }];
}
