import { networkOf } from "@attestory/http/parsing/client-address.ts";
import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import { consumeAll, type RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";

/** How many documents are fetched in ten minutes: strangers decide when. */
const seconds = 600;
const ofNetwork = { limit: 30, seconds };
const ofSource = { limit: 600, seconds };

/** Limits the requests that strangers cause. */
export function createFetchLimits(rateLimiter: RateLimiter) {
  const networks = windowPerNetwork(rateLimiter, "client documents fetched for a network", ofNetwork);
  const sources = rateLimiter.window("client documents fetched from a source", ofSource.limit, ofSource.seconds);
  return {
    /** Whether another one may be fetched for whoever asks from this address. */
    async allows(sourceId: string, ip: string | null): Promise<boolean> {
      const network = (ip === null ? null : networkOf(ip)) ?? "unknown";
      const charged = await consumeAll([
        [networks, network],
        [sources, sourceId],
      ]);
      return !("waitSeconds" in charged);
    },
  };
}
