import { type SigningKeyEvent, signingKeyEvents } from "@attestory/events/authorization-events.ts";
import { defineProjection } from "./define-projection.ts";
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
export const signingKeys: Projection<SigningKeyDocument> = defineProjection({
  name: "signingKeys@1",
  group: "authentication",
  personal: "sealed",
  indexes: { all: { entry: ({ createdAt }) => ({ value: everyKey, order: createdAt }) } },
  keys: (event) => [event.data.keyId],
  covers: signingKeyEvents,
  begin: {
    SigningKeyCreated: ({ data: { keyId, algorithm, publicKey }, recordedAt }) => ({
      id: keyId,
      algorithm,
      publicKey,
      createdAt: recordedAt.toISOString(),
    }),
  },
});
