import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { hardwareKeysStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { issueRecoveryCodes } from "../second-factors/issue-recovery-codes.ts";
import { hasTotp } from "../second-factors/second-factors.ts";
import { hardwareKeys } from "./hardware-keys.ts";
import type { HardwareKey } from "./hardware-keys-state.ts";
import { mostKeys } from "./keys-of-user.ts";
import { nameOfModel } from "./makers.ts";
import { keyRefusal } from "./refusals.ts";
import type { RelyingParty } from "./relying-party.ts";
import { reserveCredential } from "./reserve-credential.ts";
import type { RegistrationResponse } from "./schema.ts";
import { type NewCredential, type RegistrationReason, verifyRegistration } from "./verify-registration.ts";

export interface RegisterKeyDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  relyingParty: RelyingParty;
  mailLimits: Pick<MailLimits, "ofAccount">;
}

export interface RegisteredKey {
  position: bigint;
  key: HardwareKey;
  recoveryCodes: readonly string[] | null;
}

type AddingReason = "already-registered" | "too-many-keys" | "invalid-challenge" | HandlingReason;
export type RegisterKeyReason = RegistrationReason | AddingReason;

/** Adds the key that answered this session's challenge, unless the account was secured since. With the account's first second factor come recovery codes. */
export async function registerKey(
  dependencies: RegisterKeyDependencies,
  { userId, sessionId, response }: { userId: string; sessionId: string; response: RegistrationResponse },
  commandContext: CommandContext,
): Promise<RegisteredKey | Refused<RegisterKeyReason> | TooManyAttempts> {
  const { commandHandler, mailLimits } = dependencies;
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered") return { refused: "session-ended" };
  const by = { sessionId, sessionEpoch: owner.sessionEpoch };
  const verified = await verifyRegistration(dependencies, { response, by }, commandContext.now);
  if (isRefused(verified)) return verified;
  const others = (await keysOf(commandHandler, userId)).filter(({ keyId }) => keyId !== verified.challengeId);
  // Decided again below; here, it spares a reservation that would be left behind.
  if (others.length >= mostKeys) return { refused: "too-many-keys" };
  const added = await mailLimits.ofAccount(userId, () => addKey(dependencies, { userId, verified }, commandContext));
  if (isRefused(added)) return added;
  // With the first second factor: codes that are left were of factors that are gone.
  const replace = others.length === 0 && !(await hasTotp(commandHandler, userId));
  const issued = await issueRecoveryCodes(dependencies, { userId, replace }, commandContext);
  if (isRefused(issued)) return issued;
  const key = (await keysOf(commandHandler, userId)).find(({ keyId }) => keyId === verified.challengeId);
  const position = issued.position > added.position ? issued.position : added.position;
  // A repeated command may find that the key was removed since.
  return key ? { position, key, recoveryCodes: issued.recoveryCodes } : { refused: "conflict" };
}

/** The key's id is that of its challenge, so that every attempt with one challenge reserves the same key. */
async function addKey(
  { commandHandler, keyring }: RegisterKeyDependencies,
  { userId, verified }: { userId: string; verified: NewCredential },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<AddingReason>> {
  const { challengeId: keyId, credentialId } = verified;
  const reserved = await reserveCredential(
    { commandHandler, keyring },
    { credentialId, userId, keyId },
    commandContext,
  );
  if (reserved !== "reserved") return { refused: reserved.refused === "taken" ? "already-registered" : "conflict" };
  const outcome = await commandHandler.handle({
    decider: hardwareKeys,
    stream: hardwareKeysStream(userId),
    command: { type: "add", userId, keyId, name: nameOfModel(verified), ...verified },
    person: userId,
    commandContext,
  });
  return isRefused(outcome) ? keyRefusal(outcome, addingReasons) : outcome;
}

const addingReasons = {
  "challenge-used": "invalid-challenge",
  "already-registered": "already-registered",
  "too-many-keys": "too-many-keys",
} as const;

const keysOf = async (commandHandler: Pick<CommandHandler, "load">, userId: string): Promise<readonly HardwareKey[]> =>
  (await commandHandler.load(hardwareKeys, hardwareKeysStream(userId))).state.keys;
