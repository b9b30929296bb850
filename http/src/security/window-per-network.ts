import {
  consumeAll,
  type RateLimit,
  type RateLimiter,
  refundAll,
} from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { widerNetworks } from "../parsing/client-address.ts";

/** How much more the /56 and the /48 around an IPv6 network may do than the network: see docs/decisions/attempt-limits.md. */
const factors = [1, 4, 16];

/** Keys are networks. */
export interface LimitPerNetwork extends RateLimit {
  /** Counts what each network does to one of several, such as an application. */
  of(id: string): RateLimit;
}

/**
 * A window for each network (`networkOf`), and larger ones for the networks around it. An attempt consumes a point of each, and is
 * refused if one of them has none left.
 */
export function windowPerNetwork(
  rateLimiter: RateLimiter,
  name: string,
  { limit, seconds }: { limit: number; seconds: number },
): LimitPerNetwork {
  const windows = factors.map((factor) =>
    rateLimiter.window(factor === 1 ? name : `${name}, ${factor} times`, factor * limit, seconds),
  );
  const limitOf = (keyOf: (network: string) => string): RateLimit => {
    const chargesOf = (network: string) => {
      const networks = [network, ...widerNetworks(network)].map(keyOf);
      return windows.slice(0, networks.length).map((window, index) => [window, networks[index] ?? network] as const);
    };
    return {
      consume: (network) => consumeAll(chargesOf(network)),
      refund: (network) => refundAll(chargesOf(network)),
      async reset(network) {
        await Promise.all(chargesOf(network).map(([window, key]) => window.reset(key)));
      },
    };
  };
  return { ...limitOf((network) => network), of: (id) => limitOf((network) => `${id} ${network}`) };
}
