import { isRefused, type Refused } from "../handling/decider.ts";
import { type Budgets, giveBackAll, takeFromAll } from "../rate-limits/rate-limiter.ts";
import type { TooManyAttempts } from "../sign-in/attempts.ts";

const hour = 3600;

/** Refusals that come before anybody looks whether the address or the name has an owner. */
const toldNothing = new Set(["invalid-email", "username-reserved", "known-password", "busy"]);

/** Who asks for a letter to which address: a digest (`accountKey`), and a network (`networkOf`). */
interface Asked {
  address: string;
  network: string;
}

/** How many letters strangers can have us send, and accounts they can have us make. */
export interface MailLimits {
  /** Runs `register` unless there were too many. What it refused before it looked at the address does not count. */
  registration<Outcome extends object>(
    asked: Asked,
    register: () => Promise<Outcome>,
  ): Promise<Outcome | TooManyAttempts>;
  /** Whether one more may be asked for. Says nothing of whether there is anybody to write to. */
  mayAsk(asked: Asked): Promise<boolean>;
  /** One of all the letters that go out. */
  mayWrite(): Promise<boolean>;
}

export function createMailLimits(budgets: Budgets): MailLimits {
  const perMinute = budgets.window("letters to an address a minute", 1, 60);
  const perHour = budgets.window("letters to an address an hour", 5, hour);
  const perNetwork = budgets.window("letters from a network", 30, hour);
  const registrationsOfAddress = budgets.window("registrations of an address", 5, hour);
  const registrationsOfNetwork = budgets.window("registrations from a network", 30, hour);
  const inAll = budgets.window("letters in all", 10_000, hour);

  return {
    async registration({ address, network }, register) {
      const charges = [
        [registrationsOfAddress, address],
        [registrationsOfNetwork, network],
        [inAll, "all"],
      ] as const;
      const take = await takeFromAll(charges);
      if ("waitSeconds" in take) return { refused: "too-many-attempts", ...take };
      const outcome = await register().catch(async (error) => {
        await giveBackAll(charges);
        throw error;
      });
      if (!isRefused(outcome)) {
        // Its letter is one to this address, also for whoever asks for another one right away.
        await Promise.all([perMinute.take(address), perHour.take(address)]);
      } else if (toldNothing.has((outcome as Refused).refused)) {
        await giveBackAll(charges);
      }
      return outcome;
    },
    async mayAsk({ address, network }) {
      const take = await takeFromAll([
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
