import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { isSoundAuthenticatorData, isUserVerified } from "./authenticator-data.ts";
import { type ChallengeScope, readChallenge } from "./challenge.ts";
import { challengeIn } from "./client-data.ts";
import { hardwareKeys } from "./hardware-keys.ts";
import type { KeyUse } from "./hardware-keys-command.ts";
import type { HardwareKey, KeyPurpose } from "./hardware-keys-state.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { AuthenticationResponse } from "./schema.ts";
import { userIdOf } from "./user-handle.ts";
import { loadWebAuthn } from "./webauthn-library.ts";

export interface VerifyAssertionDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  relyingParty: RelyingParty;
}

export interface Assertion {
  userId: string;
  response: AuthenticationResponse;
  /** Who was given the challenge. Its ceremony is the purpose, too. */
  scope: ChallengeScope & { ceremony: KeyPurpose };
}

/**
 * `invalid-challenge` and `invalid-response` do not depend on the account. `wrong-key`: the account has no such key, it was not this key
 * that signed, or its count went back.
 */
export type AssertionReason = "invalid-challenge" | "invalid-response" | "wrong-key";

interface Used {
  position: bigint;
  keyId: string;
}
type Refusal = Refused<AssertionReason | HandlingReason>;
type Outcome = (Used & { userVerified: boolean }) | Refusal;

/** Verifies that a key of this user signed the challenge, which is used up. A passkey must also have checked who uses it. */
export async function verifyAssertion(
  dependencies: VerifyAssertionDependencies,
  { userId, response, scope }: Assertion,
  commandContext: CommandContext,
): Promise<Outcome> {
  const read = readAssertion(dependencies, { response, scope }, commandContext.now);
  if (isRefused(read)) return read;
  const { commandHandler, relyingParty } = dependencies;
  const { state } = await commandHandler.load(hardwareKeys, hardwareKeysStream(userId));
  const key = state.keys.find(({ credentialId }) => credentialId === response.id);
  const handle = response.response.userHandle;
  if (!key || (handle && userIdOf(handle) !== userId)) return { refused: "wrong-key" };
  const signCount = await verifiedCount(key, { response, challenge: read.challenge }, relyingParty);
  if (signCount === null) return { refused: "wrong-key" };
  const use = { keyId: key.keyId, challengeId: read.challengeId, signCount };
  const recorded = await recordUse(commandHandler, { userId, purpose: scope.ceremony, use }, commandContext);
  if (isRefused(recorded)) return recorded;
  // It was signed with the rest.
  return { ...recorded, userVerified: isUserVerified(authenticatorDataOf(response)) };
}

const authenticatorDataOf = ({ response }: AuthenticationResponse) =>
  Buffer.from(response.authenticatorData, "base64url");

/** Checks everything that does not depend on the account. */
function readAssertion(
  { keyring, relyingParty }: VerifyAssertionDependencies,
  { response, scope }: Pick<Assertion, "response" | "scope">,
  now: Date,
): { challenge: string; challengeId: string } | Refused<"invalid-challenge" | "invalid-response"> {
  const challenge = challengeIn(response.response.clientDataJSON, "webauthn.get", relyingParty);
  const data = authenticatorDataOf(response);
  const isSound = isSoundAuthenticatorData(data, relyingParty, scope.ceremony === "sign-in");
  if (challenge === null || !isSound) return { refused: "invalid-response" };
  const challengeId = readChallenge(keyring, scope, { challenge, now });
  return challengeId === null ? { refused: "invalid-challenge" } : { challenge, challengeId };
}

/** The count that the key signed. Null if it did not sign this. */
async function verifiedCount(
  key: HardwareKey,
  { response, challenge }: { response: AuthenticationResponse; challenge: string },
  { id, origin }: RelyingParty,
): Promise<number | null> {
  if (key.credentialId === null || key.publicKey === null) return null;
  const { clientDataJSON, authenticatorData, signature } = response.response;
  const publicKey = new Uint8Array(Buffer.from(key.publicKey, "base64url"));
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: "public-key",
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      // The decider compares the counts, on the newest one.
      credential: { id: key.credentialId, publicKey, counter: 0 },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

async function recordUse(
  commandHandler: CommandHandler,
  { userId, purpose, use }: { userId: string; purpose: KeyPurpose; use: KeyUse },
  commandContext: CommandContext,
): Promise<Used | Refusal> {
  const step = { decider: hardwareKeys, stream: hardwareKeysStream(userId), person: userId };
  const command = { type: "use", purpose, ...use } as const;
  const outcome = await commandHandler.handle({ ...step, command, commandContext });
  if (!isRefused(outcome)) return { position: outcome.position, keyId: use.keyId };
  if (isHandlingReason(outcome.refused)) return { refused: outcome.refused };
  if (outcome.refused === "challenge-used") return { refused: "invalid-challenge" };
  if (outcome.refused === "sign-count-went-back") {
    const flag = { type: "record-sign-count", ...use, now: commandContext.now } as const;
    await commandHandler.handle({ ...step, command: flag, commandContext: stepContext(commandContext) });
  }
  return { refused: "wrong-key" };
}
