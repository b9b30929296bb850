import type { CountedApiKeyEvent } from "@attestory/events/api-key-events.ts";
import type { Decider } from "../handling/decider.ts";

/** The most API keys that a user may have. */
export const mostApiKeys = 20;

export interface CountedApiKey {
  keyId: string;
  countedAt: Date;
}

/** Oldest first. */
export type CountedApiKeys = readonly CountedApiKey[];

export type CountApiKey = { type: "count" | "uncount"; keyId: string; userId: string };

/** Counts the API keys of one user. Refuses as `full` while so many are counted that a further one needs another to go. */
export const countedApiKeys: Decider<CountedApiKeys, CountApiKey, CountedApiKeyEvent, "full"> = {
  initial: [],

  decide(counted, { type, keyId, userId }) {
    const isCounted = counted.some((key) => key.keyId === keyId);
    if (type === "uncount") return isCounted ? [{ type: "ApiKeyUncounted", data: { keyId, userId } }] : [];
    if (isCounted) return [];
    return counted.length < mostApiKeys ? [{ type: "ApiKeyCounted", data: { keyId, userId } }] : { refused: "full" };
  },

  evolve(counted, { type, data: { keyId }, recordedAt }) {
    const others = counted.filter((key) => key.keyId !== keyId);
    return type === "ApiKeyCounted" ? [...others, { keyId, countedAt: recordedAt }] : others;
  },
};
