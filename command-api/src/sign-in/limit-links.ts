import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { Client } from "./client.ts";

const linksAnHour = { limit: 100, seconds: 3600 };

/** Limits the links that a network may try, valid or not, by the name of their kind. The result refuses an attempt or returns null. */
export function limitLinks(rateLimiter: RateLimiter, name: string) {
  const links = windowPerNetwork(rateLimiter, name, linksAnHour);
  return async ({ network }: Client): Promise<TooManyAttempts | null> => {
    const consumption = await links.consume(network);
    return "waitSeconds" in consumption ? { refused: "too-many-attempts", ...consumption } : null;
  };
}
