import { networkOf } from "@attestory/http/parsing/client-address.ts";
import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import { consumeAll, type RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";

/** How many documents are fetched in ten minutes: strangers decide when. */
const seconds = 600;
const ofNetwork = { limit: 30, seconds };
const ofSource = { limit: 600, seconds };
/** One process never reaches it: a failure is tried again after ten seconds. */
const ofKnown = { limit: 60, seconds };

interface AskedFetch {
  applicationId: string;
  /** Its application is registered. */
  isKnown: boolean;
  /** The entry of the list that allows it. */
  sourceId: string;
  /** Of whoever asks. */
  ip: string | null;
}

/**
 * Limits the requests that strangers cause. A known address has a window of its own, so that nobody stops its application by naming others
 * that do not exist.
 */
export function createFetchLimits(rateLimiter: RateLimiter) {
  const networks = windowPerNetwork(rateLimiter, "client documents fetched for a network", ofNetwork);
  const sources = rateLimiter.window("client documents fetched from a source", ofSource.limit, ofSource.seconds);
  const known = rateLimiter.window("known client documents fetched", ofKnown.limit, ofKnown.seconds);
  return {
    /** Whether it may be fetched now. */
    async allows({ applicationId, isKnown, sourceId, ip }: AskedFetch): Promise<boolean> {
      const network = (ip === null ? null : networkOf(ip)) ?? "unknown";
      const charged = await (isKnown
        ? known.consume(applicationId)
        : consumeAll([
            [networks, network],
            [sources, sourceId],
          ]));
      return !("waitSeconds" in charged);
    },
  };
}
