import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { signingKeysStream } from "@attestory/events/envelope.ts";
import { type CryptoKey, importJWK, type JWTPayload, SignJWT } from "jose";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { createSigningKey, decryptSigningKey } from "./create-signing-key.ts";
import {
  algorithms,
  type SigningAlgorithm,
  type SigningKey,
  type SigningKeysState,
  signingKeys,
} from "./signing-keys.ts";

/** `at+jwt`: an access token (RFC 9068 section 2.1). `JWT`: an ID token. `logout+jwt`: a logout token. */
export type TokenType = "at+jwt" | "JWT" | "logout+jwt";

export interface TokenForm {
  algorithm: SigningAlgorithm;
  type: TokenType;
}

/** Signs tokens, outside the thread of the event loop. */
export interface TokenSigner {
  sign(form: TokenForm, claims: JWTPayload): Promise<string>;
  /** The public keys of an algorithm, by id. */
  verificationKeys(algorithm: SigningAlgorithm): Promise<ReadonlyMap<string, CryptoKey>>;
}

export interface TokenSignerDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  now: Clock;
  reportError(message: string, error: unknown): void;
}

interface UsableKeys {
  signing: ReadonlyMap<SigningAlgorithm, { keyId: string; key: CryptoKey }>;
  verifying: ReadonlyMap<SigningAlgorithm, ReadonlyMap<string, CryptoKey>>;
}

/** Creates the keys that the log lacks. If that fails, the first token tries again. */
export async function openTokenSigner(dependencies: TokenSignerDependencies): Promise<TokenSigner> {
  let usable: Promise<UsableKeys> | undefined;
  /** Reads the keys once. A failure is not kept: the next token tries again. */
  const keys = (): Promise<UsableKeys> => {
    usable ??= openKeys(dependencies).catch((error) => {
      usable = undefined;
      throw error;
    });
    return usable;
  };

  await keys().catch((error) => dependencies.reportError("signing keys not created", error));
  return {
    async sign({ algorithm, type }, claims) {
      const { keyId, key } = known((await keys()).signing, algorithm);
      return new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: type, kid: keyId }).sign(key);
    },
    verificationKeys: async (algorithm) => known((await keys()).verifying, algorithm),
  };
}

function known<Value>(keys: ReadonlyMap<SigningAlgorithm, Value>, algorithm: SigningAlgorithm): Value {
  const found = keys.get(algorithm);
  if (!found) throw new TypeError(`no signing key for ${algorithm}`);
  return found;
}

async function openKeys(dependencies: TokenSignerDependencies): Promise<UsableKeys> {
  const stored = await settleKeys(dependencies);
  const ofEach = await Promise.all(algorithms.map((algorithm) => openKeysOf(dependencies.keyring, algorithm, stored)));
  return {
    signing: new Map(ofEach.map(({ algorithm, signing }) => [algorithm, signing])),
    verifying: new Map(ofEach.map(({ algorithm, verifying }) => [algorithm, verifying])),
  };
}

/** The newest key of an algorithm signs. All of them verify. */
async function openKeysOf(keyring: Keyring, algorithm: SigningAlgorithm, stored: SigningKeysState) {
  const ofAlgorithm = stored.filter((key) => key.algorithm === algorithm);
  const newest = ofAlgorithm.at(-1);
  if (!newest) throw new TypeError(`no signing key for ${algorithm}`);
  const verifying = await Promise.all(ofAlgorithm.map(async (key) => [key.keyId, await publicKeyOf(key)] as const));
  const signing = { keyId: newest.keyId, key: await decryptSigningKey(keyring, newest) };
  return { algorithm, signing, verifying: new Map(verifying) };
}

const publicKeyOf = async ({ publicKey, algorithm }: SigningKey) =>
  (await importJWK(publicKey, algorithm)) as CryptoKey;

async function settleKeys({ commandHandler, keyring, now }: TokenSignerDependencies): Promise<SigningKeysState> {
  const { state } = await commandHandler.load(signingKeys, signingKeysStream);
  const missing = algorithms.filter((algorithm) => !state.some((key) => key.algorithm === algorithm));
  if (missing.length === 0) return state;
  const keys = await Promise.all(missing.map((algorithm) => createSigningKey(keyring, algorithm)));
  const outcome = await commandHandler.handle({
    decider: signingKeys,
    stream: signingKeysStream,
    command: { type: "create", keys },
    person: null,
    commandContext: systemContext("signing-keys", now()),
  });
  if (isRefused(outcome)) throw new Error(`signing keys not created: ${outcome.refused}`);
  return (await commandHandler.load(signingKeys, signingKeysStream)).state;
}
