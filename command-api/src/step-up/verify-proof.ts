import { secondFactorsStream } from "@attestory/events/envelope.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import type { EmailCodeReason } from "../email-codes/email-codes.ts";
import { useEmailCode } from "../email-codes/use-email-code.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { hasHardwareKey } from "../hardware-keys/has-hardware-key.ts";
import type { AuthenticationResponse } from "../hardware-keys/schema.ts";
import {
  type AssertionReason,
  type VerifyAssertionDependencies,
  verifyAssertion,
} from "../hardware-keys/verify-assertion.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import { type CodeReason, verifyCode } from "../second-factors/verify-code.ts";
import type { Client } from "../sign-in/client.ts";
import { knownDevice } from "../sign-in/known-device.ts";
import { methodsOf } from "../sign-in/second-factor.ts";
import type { VerifyDependencies } from "../sign-in/verify-credentials.ts";
import type { SessionExhausted } from "./exhaust-session.ts";
import type { Reauthentication } from "./reauthenticate.ts";
import { verifyCurrentPassword } from "./verify-current-password.ts";

export interface VerifyProofDependencies extends VerifyDependencies, VerifyAssertionDependencies {}

/** How the user of a session proves who they are. */
export type Proof =
  | { kind: "password"; password: string }
  /** Of the authenticator app, or a recovery code. */
  | { kind: "code"; code: string }
  | { kind: "email-code"; code: string }
  | { kind: "key"; response: AuthenticationResponse };

export interface Prover {
  userId: string;
  sessionId: string;
  owner: RegisteredUser;
  client: Client;
}

export type ProofReason =
  | "wrong-password"
  | "busy"
  | "has-password"
  | CodeReason
  | EmailCodeReason
  | AssertionReason
  | HandlingReason;

type Verified =
  | Pick<Reauthentication, "method" | "userVerified">
  | Refused<ProofReason>
  | TooManyAttempts
  | SessionExhausted;

/** Verifies one proof, under the limits of its kind. */
export function verifyProof(
  dependencies: VerifyProofDependencies,
  { prover, proof }: { prover: Prover; proof: Proof },
  commandContext: CommandContext,
): Promise<Verified> {
  switch (proof.kind) {
    case "password":
      return verifyPassword(dependencies, { prover, password: proof.password }, commandContext);
    case "code":
      return verifySecondFactor(dependencies, { prover, code: proof.code }, commandContext);
    case "email-code":
      return verifyEmailCode(dependencies, { prover, code: proof.code }, commandContext);
    case "key":
      return verifyKey(dependencies, { prover, response: proof.response }, commandContext);
  }
}

async function verifyPassword(
  dependencies: VerifyProofDependencies,
  { prover, password }: { prover: Prover; password: string },
  commandContext: CommandContext,
): Promise<Verified> {
  const { userId, sessionId, owner, client } = prover;
  const current = { door: "step-up", userId, sessionId, owner, password, client } as const;
  const verified = await verifyCurrentPassword(dependencies, current, commandContext);
  return isRefused(verified) ? verified : { method: "password", userVerified: false };
}

async function verifySecondFactor(
  dependencies: VerifyProofDependencies,
  { prover: { userId, owner, client }, code }: { prover: Prover; code: string },
  commandContext: CommandContext,
): Promise<Verified> {
  const { commandHandler } = dependencies;
  const { state } = await commandHandler.load(secondFactors, secondFactorsStream(userId));
  // A removal of the last key that was interrupted leaves its recovery codes. Without a second factor they count for nothing.
  if (methodsOf(state, await hasHardwareKey(commandHandler, userId)).length === 0) return { refused: "wrong-code" };
  const device = knownDevice(dependencies.keyring, { cookie: client.device, owner, now: commandContext.now });
  const verified = await verifyCode(dependencies, { userId, code, purpose: "step-up", device }, commandContext);
  return isRefused(verified) ? verified : { method: verified.secondFactor, userVerified: false };
}

/** Only without a password: a person who reads the owner's emails must not need less than the owner. */
async function verifyEmailCode(
  dependencies: VerifyProofDependencies,
  { prover: { userId, owner }, code }: { prover: Prover; code: string },
  commandContext: CommandContext,
): Promise<Verified> {
  if (owner.passwordHash !== null) return { refused: "has-password" };
  const verified = await useEmailCode(dependencies, { userId, purpose: "step-up", code }, commandContext);
  return isRefused(verified) ? verified : { method: "email-code", userVerified: false };
}

async function verifyKey(
  dependencies: VerifyProofDependencies,
  { prover: { userId, sessionId }, response }: { prover: Prover; response: AuthenticationResponse },
  commandContext: CommandContext,
): Promise<Verified> {
  const scope = { ceremony: "step-up", binding: sessionId } as const;
  const verified = await verifyAssertion(dependencies, { userId, response, scope }, commandContext);
  return isRefused(verified) ? verified : { method: "hardware-key", userVerified: verified.userVerified };
}
