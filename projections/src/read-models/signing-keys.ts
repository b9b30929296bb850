import { type SigningKeyEvent, signingKeyEvents } from "@attestory/events/signing-key-events.ts";
import type { SigningKeyTimes } from "@attestory/events/signing-key-validity.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

type Created = Extract<SigningKeyEvent, { type: "SigningKeyCreated" }>["data"];

/** The public half of a key that signs tokens. Times in ISO 8601; null: not yet. */
export interface SigningKeyDocument extends Pick<Created, "algorithm" | "publicKey"> {
  id: string;
  createdAt: string;
  signsSince: string | null;
  replacedAt: string | null;
  withdrawnAt: string | null;
}

/** The value of every key in the index `all`. */
export const everyKey = "all";

/** Keyed by the key's id. The index `all` lists every key, oldest first. */
export const signingKeys: Projection<SigningKeyDocument> = defineProjection({
  name: "signingKeys@2",
  group: "authentication",
  personal: "sealed",
  indexes: { all: { entry: ({ createdAt }) => ({ value: everyKey, order: createdAt }) } },
  keys: ({ type, data }) => (type === "SigningKeyPromoted" ? [data.keyId, data.replacedKeyId] : [data.keyId]),
  covers: signingKeyEvents,
  begin: {
    SigningKeyCreated: ({ data: { keyId, algorithm, publicKey, signs }, recordedAt }) => ({
      id: keyId,
      algorithm,
      publicKey,
      createdAt: recordedAt.toISOString(),
      signsSince: signs ? recordedAt.toISOString() : null,
      replacedAt: null,
      withdrawnAt: null,
    }),
  },
  evolve: {
    SigningKeyPromoted: (key, { data, recordedAt }, id) => {
      const at = recordedAt.toISOString();
      return id === data.keyId ? { ...key, signsSince: at } : { ...key, replacedAt: at };
    },
    SigningKeyWithdrawn: (key, { recordedAt }) => ({ ...key, withdrawnAt: recordedAt.toISOString() }),
  },
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const timesOfKey = (key: SigningKeyDocument): SigningKeyTimes => ({
  createdAt: new Date(key.createdAt),
  signsSince: dateOf(key.signsSince),
  replacedAt: dateOf(key.replacedAt),
  withdrawnAt: dateOf(key.withdrawnAt),
});
