import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { signingKeysStream } from "@attestory/events/envelope.ts";
import { isPublished, type SigningKeyState, signingKeyState } from "@attestory/events/signing-key-validity.ts";
import { type CryptoKey, importJWK, type JWTPayload, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { createSigningKey, decryptSigningKey } from "../signing-keys/create-signing-key.ts";
import { keysKnownForMs } from "../signing-keys/rotate-signing-keys.ts";
import {
  algorithms,
  currentKey,
  type SigningAlgorithm,
  type SigningKey,
  type SigningKeysState,
  signingKeys,
} from "../signing-keys/signing-keys.ts";

/** `at+jwt`: an access token (RFC 9068 section 2.1). `JWT`: an ID token. `logout+jwt`: a logout token. */
export type TokenType = "at+jwt" | "JWT" | "logout+jwt";

export interface TokenForm {
  algorithm: SigningAlgorithm;
  type: TokenType;
}

/** Which keys may have signed: those of tokens that may still be used, or all that were not withdrawn. */
export type SignedBy = "published" | "any";

/** Signs tokens, outside the thread of the event loop. */
export interface TokenSigner {
  sign(form: TokenForm, claims: JWTPayload): Promise<string>;
  /** The public key with this id; undefined if there is none, or one that may not have signed. */
  verificationKey(form: { algorithm: SigningAlgorithm; keyId: string; by: SignedBy }): Promise<CryptoKey | undefined>;
}

export interface TokenSignerDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  now: Clock;
  reportError(message: string, error: unknown): void;
  /** Milliseconds of a clock that is never set. */
  elapsed?: () => number;
}

/** Keys in memory, as they are used. */
const mostKeys = 40;

/** Creates the keys that the log lacks. If that fails, the first token tries again. */
export async function openTokenSigner(dependencies: TokenSignerDependencies): Promise<TokenSigner> {
  const { keyring, now, reportError } = dependencies;
  const stored = recentKeys(dependencies);
  const signing = imported((key) => decryptSigningKey(keyring, key));
  const verifying = imported(async ({ publicKey, algorithm }) => (await importJWK(publicKey, algorithm)) as CryptoKey);

  await stored(0).catch((error) => reportError("signing keys not created", error));
  return {
    async sign({ algorithm, type }, claims) {
      const key = currentKey(await stored(keysKnownForMs), algorithm);
      if (!key) throw new TypeError(`no signing key for ${algorithm}`);
      const header = { alg: algorithm, typ: type, kid: key.keyId };
      return new SignJWT(claims).setProtectedHeader(header).sign(await signing(key));
    },
    async verificationKey({ algorithm, keyId, by }) {
      const find = (keys: SigningKeysState) => keys.find((key) => key.algorithm === algorithm && key.keyId === keyId);
      // Another process may have signed with a key of which this one has not read yet.
      const key = find(await stored(keysKnownForMs)) ?? find(await stored(0));
      return key && mayHaveSigned(signingKeyState(key, now()), by) ? verifying(key) : undefined;
    },
  };
}

const mayHaveSigned = (state: SigningKeyState, by: SignedBy): boolean =>
  state !== "next" && (isPublished(state) || (by === "any" && state === "retired"));

/** The keys of the log, as they were so many milliseconds ago at most. Those who ask at once share one answer. */
function recentKeys(dependencies: TokenSignerDependencies): (maxAgeMs: number) => Promise<SigningKeysState> {
  const { elapsed = () => performance.now() } = dependencies;
  let last: { keys: SigningKeysState; readAt: number } | undefined;
  let reading: Promise<SigningKeysState> | undefined;
  const read = async () => {
    const readAt = elapsed();
    const keys = await settleKeys(dependencies);
    last = { keys, readAt };
    return keys;
  };
  return async (maxAgeMs) => {
    if (last && elapsed() - last.readAt < maxAgeMs) return last.keys;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** Remembers each key once it was imported; a failure is not remembered. */
function imported(use: (key: SigningKey) => Promise<CryptoKey>): (key: SigningKey) => Promise<CryptoKey> {
  const known = new LRUCache<string, CryptoKey>({ max: mostKeys });
  return async (key) => {
    const found = known.get(key.keyId) ?? (await use(key));
    known.set(key.keyId, found);
    return found;
  };
}

async function settleKeys({ commandHandler, keyring, now }: TokenSignerDependencies): Promise<SigningKeysState> {
  const { state } = await commandHandler.load(signingKeys, signingKeysStream);
  const missing = algorithms.filter((algorithm) => !currentKey(state, algorithm));
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
