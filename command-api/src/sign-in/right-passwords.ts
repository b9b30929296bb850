import type { Consumption, RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";

/** Right passwords for one account, and for each of its known devices. */
const anHour = 60;

/** Browsers in which a password sign-in makes one account's known devices, in a day. Each has right passwords of its own. */
const newDevicesADay = 20;

/** Limits right passwords. A client that knows a password could otherwise have it hashed without end. */
export interface RightPasswords {
  /** Consumes a point for a password that was right. Nobody else consumes one, so only its owner can reach the limit. */
  consume(attempt: { account: string; device: string | null }): Promise<Consumption>;
  /** Whether a sign-in may make one more browser a known device. Consumes a point. */
  admitsDevice(account: string): Promise<boolean>;
}

export function limitRightPasswords(rateLimiter: RateLimiter): RightPasswords {
  const accounts = rateLimiter.window("right passwords of an account", anHour, 3600);
  const devices = rateLimiter.window("right passwords on a device", anHour, 3600);
  const newDevices = rateLimiter.window("new devices of an account", newDevicesADay, 24 * 3600);
  return {
    admitsDevice: async (account) => "consumed" in (await newDevices.consume(account)),
    consume: ({ account, device }) => (device === null ? accounts.consume(account) : devices.consume(device)),
  };
}
