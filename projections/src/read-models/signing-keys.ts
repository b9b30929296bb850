import type { SigningKeyEvent } from "@attestory/events/authorization-events.ts";
import type { Projection } from "./projection.ts";

type Created = Extract<SigningKeyEvent, { type: "SigningKeyCreated" }>["data"];

/** The public half of a key that signs tokens. */
export interface SigningKeyDocument extends Pick<Created, "algorithm" | "publicKey"> {
  id: string;
  /** ISO 8601. */
  createdAt: string;
}

/** The value of every key in the index `all`. */
export const everyKey = "all";

/** Keyed by the key's id. The index `all` lists every key, oldest first. */
export const signingKeys: Projection<SigningKeyDocument, SigningKeyEvent> = {
  name: "signingKeys@1",
  group: "authentication",
  takes: ["SigningKeyCreated"],
  personal: "sealed",
  indexes: { all: { entry: ({ createdAt }) => ({ value: everyKey, order: createdAt }) } },
  keys: (event) => [event.data.keyId],
  evolve(_, { data, recordedAt }) {
    const { keyId, algorithm, publicKey } = data;
    return { id: keyId, algorithm, publicKey, createdAt: recordedAt.toISOString() };
  },
};
