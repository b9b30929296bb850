import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import {
  type ChallengeScope,
  challengeSeconds,
  createChallenge,
  type RegisteringSession,
  registrationScope,
} from "./challenge.ts";
import { hardwareKeys } from "./hardware-keys.ts";
import type { HardwareKey, KeyPurpose } from "./hardware-keys-state.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { AuthenticationOptions, RegistrationOptions } from "./schema.ts";
import { userHandleOf } from "./user-handle.ts";
import { algorithms } from "./verify-registration.ts";

export interface CeremonyDependencies {
  commandHandler: Pick<CommandHandler, "load">;
  keyring: Keyring;
  relyingParty: RelyingParty;
}

const timeout = challengeSeconds * 1000;

interface KeyOwner {
  userId: string;
  email: string;
  username: string;
}

/** The options of a registration in this session. They let a browser make a passkey, and withhold what identifies the key. */
export async function beginRegistration(
  dependencies: CeremonyDependencies,
  { owner, by }: { owner: KeyOwner; by: RegisteringSession },
  now: Date,
): Promise<RegistrationOptions> {
  const { keyring, relyingParty } = dependencies;
  const keys = await keysOf(dependencies, owner.userId);
  return {
    challenge: createChallenge(keyring, registrationScope(by), now),
    rp: { id: relyingParty.id, name: relyingParty.name },
    user: { id: userHandleOf(owner.userId), name: owner.email, displayName: owner.username },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout,
    excludeCredentials: keys.flatMap(descriptor),
    authenticatorSelection: {
      residentKey: "preferred",
      requireResidentKey: false,
      userVerification: "preferred",
    },
    attestation: "none",
    extensions: { credProps: true },
  };
}

/** The options of a sign-in with a passkey. The same for everybody: the browser knows which passkeys it has. */
export const beginPasskeySignIn = (
  { keyring, relyingParty }: CeremonyDependencies,
  binding: string,
  now: Date,
): AuthenticationOptions => ({
  challenge: createChallenge(keyring, { ceremony: "sign-in", binding }, now),
  rpId: relyingParty.id,
  timeout,
  allowCredentials: [],
  userVerification: "required",
});

/** The options for one of this user's keys, as a second factor or for step-up. Null if there is none. */
export async function beginAssertion(
  dependencies: CeremonyDependencies,
  { userId, scope }: { userId: string; scope: ChallengeScope & { ceremony: Exclude<KeyPurpose, "sign-in"> } },
  now: Date,
): Promise<AuthenticationOptions | null> {
  const keys = await keysOf(dependencies, userId);
  if (keys.length === 0) return null;
  return {
    challenge: createChallenge(dependencies.keyring, scope, now),
    rpId: dependencies.relyingParty.id,
    timeout,
    allowCredentials: keys.flatMap(descriptor),
    userVerification: "preferred",
  };
}

async function keysOf({ commandHandler }: Pick<CeremonyDependencies, "commandHandler">, userId: string) {
  return (await commandHandler.load(hardwareKeys, hardwareKeysStream(userId))).state.keys;
}

const descriptor = ({ credentialId, transports }: HardwareKey): AuthenticationOptions["allowCredentials"] =>
  credentialId === null ? [] : [{ id: credentialId, type: "public-key", transports }];
