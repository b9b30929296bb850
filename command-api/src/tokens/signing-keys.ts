import type { SigningKeyEvent } from "@attestory/events/authorization-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export type SigningKey = SigningKeyEvent["data"];
export type SigningAlgorithm = SigningKey["algorithm"];
export const algorithms: readonly SigningAlgorithm[] = ["RS256", "ES256"];

export type SigningKeysState = readonly SigningKey[];

/** Creates the keys of those algorithms that have none: of two processes that start at once, one creates them. */
export interface CreateSigningKeys {
  type: "create";
  keys: readonly SigningKey[];
}

/** The keys that sign tokens. */
export const signingKeys: Decider<SigningKeysState, CreateSigningKeys, SigningKeyEvent, never> = defineDecider({
  initial: [],
  decide: {
    create: (state, { keys }) =>
      keys
        .filter(({ algorithm }) => !state.some((known) => known.algorithm === algorithm))
        .map((data) => ({ type: "SigningKeyCreated", data })),
  },
  evolve: { SigningKeyCreated: (state, { data }) => [...state, data] },
});
