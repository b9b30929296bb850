import type { CountedApiKeyEvent } from "@attestory/events/api-key-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** The most API keys that a user may have. */
export const mostApiKeys = 20;

export interface CountedApiKey {
  keyId: string;
  countedAt: Date;
}

/** Oldest first. */
export type CountedApiKeys = readonly CountedApiKey[];

interface Named {
  keyId: string;
  userId: string;
}
export type CountApiKey = ({ type: "count" } & Named) | ({ type: "uncount" } & Named);

/** Counts the API keys of one user. Refuses as `full` while so many are counted that a further one needs another to go. */
export const countedApiKeys: Decider<CountedApiKeys, CountApiKey, CountedApiKeyEvent, "full"> = defineDecider({
  initial: [],

  decide: {
    count(counted, { keyId, userId }) {
      if (has(counted, keyId)) return [];
      return counted.length < mostApiKeys ? [{ type: "ApiKeyCounted", data: { keyId, userId } }] : { refused: "full" };
    },
    uncount: (counted, { keyId, userId }) =>
      has(counted, keyId) ? [{ type: "ApiKeyUncounted", data: { keyId, userId } }] : [],
  },

  evolve: {
    ApiKeyCounted: (counted, { data: { keyId }, recordedAt }) => [
      ...without(counted, keyId),
      { keyId, countedAt: recordedAt },
    ],
    ApiKeyUncounted: (counted, { data }) => without(counted, data.keyId),
  },
});

const has = (counted: CountedApiKeys, keyId: string): boolean => counted.some((key) => key.keyId === keyId);

const without = (counted: CountedApiKeys, keyId: string): CountedApiKeys =>
  counted.filter((key) => key.keyId !== keyId);
