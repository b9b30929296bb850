import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { secondFactorsStream } from "@attestory/events/envelope.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { wrongCodesOf } from "./decide-code.ts";
import { canonicalRecoveryCode, recoveryCodeDigest } from "./recovery-code.ts";
import { secondFactors } from "./second-factors.ts";
import type { CodePurpose, GivenCode } from "./second-factors-command.ts";
import { isTotpCode } from "./totp.ts";

export interface VerifyCodeDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

export interface CodeAttempt {
  userId: string;
  /** As it was typed: a code of the authenticator app, or a recovery code. */
  code: string;
  purpose: CodePurpose;
  /** The id of the known device that it comes from, or null. */
  device: string | null;
}

export interface AcceptedCode {
  position: bigint;
  secondFactor: "totp" | "recovery-code";
  /** After a recovery code, how many are left; else null. */
  recoveryCodesLeft: number | null;
}

export type CodeReason = "wrong-code" | "used-code" | HandlingReason;

/** More than the wrong codes that may be given before the lock: each of those that come at once can append before this one. */
const attempts = 9;

/** Checks a code of the authenticator app or a recovery code, and uses it up. */
export async function verifyCode(
  dependencies: VerifyCodeDependencies,
  { userId, code, purpose, device }: CodeAttempt,
  commandContext: CommandContext,
): Promise<AcceptedCode | Refused<CodeReason> | TooManyAttempts> {
  const { commandHandler, keyring } = dependencies;
  const given = readCode(keyring, userId, code);
  // Nothing to evaluate, so nothing that counts as a guess.
  if (given === null) return { refused: "wrong-code" };
  const { now, machineTime } = commandContext;
  const attemptId = commandContext.newId("code");
  const command = { type: "verify-code", userId, attemptId, code: given, purpose, device, now, machineTime } as const;
  const stream = secondFactorsStream(userId);
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream,
    command,
    person: userId,
    commandContext,
    attempts,
  });
  const { state } = await commandHandler.load(secondFactors, stream);
  if (isRefused(outcome)) {
    if (outcome.refused !== "codes-locked") return { refused: codeReason(outcome.refused) };
    const { lockedUntil } = wrongCodesOf(state, device, now);
    const waitSeconds = Math.max(1, Math.ceil(((lockedUntil?.getTime() ?? 0) - now.getTime()) / 1000));
    return { refused: "too-many-attempts", waitSeconds };
  }
  // A wrong code is recorded too, and a repeated command finds the record of its wrong code.
  if (!state.acceptedAttempts.includes(attemptId)) return { refused: "wrong-code" };
  const { position } = outcome;
  return given.kind === "totp"
    ? { position, secondFactor: "totp", recoveryCodesLeft: null }
    : { position, secondFactor: "recovery-code", recoveryCodesLeft: state.recovery?.digests.length ?? 0 };
}

function readCode(keyring: Keyring, userId: string, text: string): GivenCode | null {
  const digits = text.replace(/[ -]/g, "");
  if (isTotpCode(digits)) return { kind: "totp", digits };
  const code = canonicalRecoveryCode(text);
  return code === null ? null : { kind: "recovery", digest: recoveryCodeDigest(keyring, userId, code) };
}

const codeReason = (reason: string): CodeReason =>
  isHandlingReason(reason) ? reason : reason === "used-code" ? "used-code" : "wrong-code";
