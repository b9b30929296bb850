import {
  consumeAll,
  type RateLimit,
  type RateLimiter,
  refundAll,
} from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { widerNetworks } from "../parsing/client-address.ts";

/** How much more the /56 and the /48 around an IPv6 network may do than the network: see docs/decisions/attempt-limits.md. */
const factors = [1, 4, 16];

/**
 * A window for each network (`networkOf`), and larger ones for the networks around it. An attempt consumes a point of each, and is
 * refused if one of them has none left.
 */
export function windowPerNetwork(
  rateLimiter: RateLimiter,
  name: string,
  { limit, seconds }: { limit: number; seconds: number },
): RateLimit {
  const windows = factors.map((factor) =>
    rateLimiter.window(factor === 1 ? name : `${name}, ${factor} times`, factor * limit, seconds),
  );
  const chargesOf = (network: string) => {
    const networks = [network, ...widerNetworks(network)];
    return windows.slice(0, networks.length).map((window, index) => [window, networks[index] ?? network] as const);
  };
  return {
    consume: (network) => consumeAll(chargesOf(network)),
    refund: (network) => refundAll(chargesOf(network)),
    async reset(network) {
      await Promise.all(chargesOf(network).map(([window, key]) => window.reset(key)));
    },
  };
}
