import type { Consumption, RateLimiter } from "../rate-limits/rate-limiter.ts";

/** Right passwords for one account, and for each of its known devices. */
const anHour = 60;

/** Limits right passwords. Whoever knows a password could otherwise have it hashed as often as they like. */
export interface RightPasswords {
  /** Consumes a point for a password that was right. Nobody else consumes one, so only its owner can reach the limit. */
  consume(attempt: { account: string; device: string | null }): Promise<Consumption>;
}

export function limitRightPasswords(rateLimiter: RateLimiter): RightPasswords {
  const accounts = rateLimiter.window("right passwords of an account", anHour, 3600);
  const devices = rateLimiter.window("right passwords on a device", anHour, 3600);
  return {
    consume: ({ account, device }) => (device === null ? accounts.consume(account) : devices.consume(device)),
  };
}
