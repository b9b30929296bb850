import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { consumeAll, type RateLimiter, refundAll } from "../rate-limits/rate-limiter.ts";

const hour = 3600;

/** Refusals that come before anybody looks whether the address or the name has an owner. */
const toldNothing = new Set(["invalid-email", "username-reserved", "known-password", "busy"]);

/** Who asks for a letter to which address: a digest (`accountKey`), and a network (`networkOf`). */
interface CommandOrigin {
  address: string;
  network: string;
}

/** How many letters strangers can have us send, and accounts they can have us make. */
export interface MailLimits {
  /** Runs `register` unless there were too many. What it refused before it looked at the address does not count. */
  registration<Outcome extends object>(
    asked: CommandOrigin,
    register: () => Promise<Outcome>,
  ): Promise<Outcome | TooManyAttempts>;
  /** Whether one more may be asked for. Says nothing of whether there is anybody to write to. */
  mayAsk(asked: CommandOrigin): Promise<boolean>;
  /** One of all the letters that go out. */
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
      const take = await consumeAll(charges);
      if ("waitSeconds" in take) return { refused: "too-many-attempts", ...take };
      const outcome = await register().catch(async (error) => {
        await refundAll(charges);
        throw error;
      });
      if (!isRefused(outcome)) {
        // Its letter is one to this address, also for whoever asks for another one right away.
        await Promise.all([perMinute.take(address), perHour.take(address)]);
      } else if (toldNothing.has((outcome as Refused).refused)) {
        await refundAll(charges);
      }
      return outcome;
    },
    async mayAsk({ address, network }) {
      const take = await consumeAll([
        [perMinute, address],
        [perHour, address],
        [perNetwork, network],
      ]);
      return "taken" in take;
    },
    async mayWrite() {
      return "taken" in (await inAll.take("all"));
    },
  };
}
