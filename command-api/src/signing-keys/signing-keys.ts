import type { SigningKeyEvent } from "@attestory/events/signing-key-events.ts";
import { maySignAt, type SigningKeyTimes } from "@attestory/events/signing-key-validity.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

type Created = Extract<SigningKeyEvent, { type: "SigningKeyCreated" }>["data"];
type Promoted = Extract<SigningKeyEvent, { type: "SigningKeyPromoted" }>["data"];

/** A key that was made, before it is decided what becomes of it. */
export type NewSigningKey = Omit<Created, "signs">;
export type SigningKey = NewSigningKey & SigningKeyTimes;
export type SigningAlgorithm = SigningKey["algorithm"];
export type RotationReason = Promoted["reason"];
export const algorithms: readonly SigningAlgorithm[] = ["RS256", "ES256"];

/** In the order of their creation. */
export type SigningKeysState = readonly SigningKey[];

/** Creates the keys of those algorithms that have none: of two processes that start at once, one creates them. */
interface CreateSigningKeys {
  type: "create";
  keys: readonly NewSigningKey[];
}

/** Publishes the keys that sign later, of those algorithms that have none. */
interface PublishNextKeys {
  type: "publish-next";
  keys: readonly NewSigningKey[];
}

/** The next key of every algorithm signs from now on, and another one is published. */
export interface RotateSigningKeys {
  type: "rotate";
  reason: RotationReason;
  /** The keys that signed when this was asked. Of two rotations at once, the second finds others, and is refused. */
  seen: readonly string[];
  /** One of each algorithm, which is published. */
  keys: readonly NewSigningKey[];
  now: Date;
}

type Command = CreateSigningKeys | PublishNextKeys | RotateSigningKeys;
export type RotationRefusal = "rotated-meanwhile" | "next-key-too-new";

/** The key that signs; of several, the newest. */
export const currentKey = (state: SigningKeysState, algorithm: SigningAlgorithm): SigningKey | undefined =>
  state.findLast((key) => key.algorithm === algorithm && isCurrent(key));
export const nextKey = (state: SigningKeysState, algorithm: SigningAlgorithm): SigningKey | undefined =>
  state.findLast((key) => key.algorithm === algorithm && !key.signsSince && !key.withdrawnAt);

const isCurrent = ({ signsSince, replacedAt, withdrawnAt }: SigningKey) => signsSince && !replacedAt && !withdrawnAt;

/** The keys that sign tokens. */
export const signingKeys: Decider<SigningKeysState, Command, SigningKeyEvent, RotationRefusal> = defineDecider({
  initial: [],
  decide: {
    create: (state, { keys }) =>
      keys.filter(({ algorithm }) => !currentKey(state, algorithm)).map((key) => created(key, true)),
    "publish-next": (state, { keys }) =>
      keys.filter(({ algorithm }) => !nextKey(state, algorithm)).map((key) => created(key, false)),
    rotate: (state, command) => {
      const { seen, reason, now } = command;
      const isSame = algorithms.every((algorithm) => seen.includes(currentKey(state, algorithm)?.keyId ?? ""));
      if (!isSame || !hasNextKeys(state)) return { refused: "rotated-meanwhile" };
      const waits = reason === "scheduled" || reason === "planned";
      if (waits && !isRotatable(state, now)) return { refused: "next-key-too-new" };
      return algorithms.flatMap((algorithm) => rotated(state, algorithm, command));
    },
  },
  evolve: {
    SigningKeyCreated: (state, { data: { signs, ...key }, recordedAt }) => [
      ...state,
      { ...key, createdAt: recordedAt, signsSince: signs ? recordedAt : null, replacedAt: null, withdrawnAt: null },
    ],
    SigningKeyPromoted: (state, { data: { keyId, replacedKeyId }, recordedAt }) =>
      state.map((key) => {
        if (key.keyId === replacedKeyId) return { ...key, replacedAt: recordedAt };
        return key.keyId === keyId ? { ...key, signsSince: recordedAt } : key;
      }),
    SigningKeyWithdrawn: (state, { data: { keyId }, recordedAt }) =>
      state.map((key) => (key.keyId === keyId ? { ...key, withdrawnAt: recordedAt } : key)),
  },
});

export const hasNextKeys = (state: SigningKeysState): boolean =>
  algorithms.every((algorithm) => nextKey(state, algorithm));

/** Whether every next key has been published for long enough. */
export const isRotatable = (state: SigningKeysState, now: Date): boolean =>
  algorithms.every((algorithm) => {
    const next = nextKey(state, algorithm);
    return next !== undefined && maySignAt(next.createdAt) <= now;
  });

function rotated(
  state: SigningKeysState,
  algorithm: SigningAlgorithm,
  { keys, reason }: RotateSigningKeys,
): SigningKeyEvent[] {
  const published = keys.find((key) => key.algorithm === algorithm);
  const promoted = nextKey(state, algorithm);
  const replaced = currentKey(state, algorithm);
  if (!promoted || !published || !replaced) throw new TypeError(`no keys of ${algorithm} to rotate`);
  const data = { keyId: promoted.keyId, algorithm, replacedKeyId: replaced.keyId, reason };
  return [
    { type: "SigningKeyPromoted", data },
    created(published, false),
    ...(reason === "compromised" ? withdrawn(state, algorithm) : []),
  ];
}

/** Every key that has signed. Retired ones as well: they still read an `id_token_hint`, which a thief could sign. */
const withdrawn = (state: SigningKeysState, algorithm: SigningAlgorithm): SigningKeyEvent[] =>
  state
    .filter((key) => key.algorithm === algorithm && key.signsSince && !key.withdrawnAt)
    .map(({ keyId }) => ({ type: "SigningKeyWithdrawn", data: { keyId, algorithm } }));

function created({ keyId, algorithm, publicKey, encryptedKey }: NewSigningKey, signs: boolean): SigningKeyEvent {
  return { type: "SigningKeyCreated", data: { keyId, algorithm, publicKey, encryptedKey, signs } };
}
