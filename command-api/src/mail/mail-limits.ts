import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { consumeAll, type RateLimiter, refundAll } from "../rate-limits/rate-limiter.ts";

const hour = 3600;

/** Refusals decided before the address or username is looked up. */
const decidedBeforeLookup = new Set(["invalid-email", "username-reserved", "known-password", "busy"]);

/** The address an email is requested for, as a digest (`accountKey`), and the network of the request (`networkOf`). */
interface EmailRequest {
  address: string;
  network: string;
}

/** Limits on the emails that strangers can trigger and the accounts they can create. */
export interface MailLimits {
  /** Runs `register` unless a limit is reached. A refusal before the address was looked up does not count. */
  registration<Outcome extends object>(
    asked: EmailRequest,
    register: () => Promise<Outcome>,
  ): Promise<Outcome | TooManyAttempts>;
  /** Whether one more email may be requested. Does not reveal whether the address has an account. */
  mayAsk(asked: EmailRequest): Promise<boolean>;
  /** Consumes one from the limit on all emails; false if none is left. */
  mayWrite(): Promise<boolean>;
}

export function createMailLimits(rateLimiter: RateLimiter): MailLimits {
  const perMinute = rateLimiter.window("letters to an address a minute", 1, 60);
  const perHour = rateLimiter.window("letters to an address an hour", 5, hour);
  const perNetwork = rateLimiter.window("letters from a network", 30, hour);
  const registrationsOfAddress = rateLimiter.window("registrations of an address", 5, hour);
  const registrationsOfNetwork = rateLimiter.window("registrations from a network", 30, hour);
  const inAll = rateLimiter.window("letters in all", 10_000, hour);

  return {
    async registration({ address, network }, register) {
      const charges = [
        [registrationsOfAddress, address],
        [registrationsOfNetwork, network],
        [inAll, "all"],
      ] as const;
      const consumption = await consumeAll(charges);
      if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
      const outcome = await register().catch(async (error) => {
        await refundAll(charges);
        throw error;
      });
      if (!isRefused(outcome)) {
        // The registration's own email counts against the address's limits for requested emails.
        await Promise.all([perMinute.consume(address), perHour.consume(address)]);
      } else if (decidedBeforeLookup.has((outcome as Refused).refused)) {
        await refundAll(charges);
      }
      return outcome;
    },
    async mayAsk({ address, network }) {
      const consumption = await consumeAll([
        [perMinute, address],
        [perHour, address],
        [perNetwork, network],
      ]);
      return "consumed" in consumption;
    },
    async mayWrite() {
      return "consumed" in (await inAll.consume("all"));
    },
  };
}
