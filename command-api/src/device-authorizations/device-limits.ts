import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import {
  type Consumption,
  consumeAll,
  type RateLimit,
  type RateLimiter,
} from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { Application } from "../applications/application-state.ts";

/** Requests that are recorded in ten minutes: see docs/decisions/sign-in-on-a-device.md. */
const seconds = 600;
const ofPublic = { limit: 60, seconds };
const ofAllPublic = { limit: 600, seconds };
const ofConfidential = { limit: 600, seconds };
const ofOwner = { limit: 3000, seconds };

/** Limits how many devices ask for a code. */
export interface DeviceLimits {
  /** `network`: from which the application, or a stranger who names it, sent the request. */
  consume(application: Pick<Application, "applicationId" | "kind" | "ownerId">, network: string): Promise<Consumption>;
}

/**
 * A public application proves nothing, so it is counted in each network: a stranger who names it uses up only what their own network
 * may do in its name, and nothing of its owner's.
 */
export function createDeviceLimits(rateLimiter: RateLimiter): DeviceLimits {
  const inNetwork = windowPerNetwork(rateLimiter, "devices of a public application", ofPublic);
  const networks = windowPerNetwork(rateLimiter, "devices of public applications in a network", ofAllPublic);
  const applications = rateLimiter.window("devices of an application", ofConfidential.limit, ofConfidential.seconds);
  const owners = rateLimiter.window("devices of an owner's applications", ofOwner.limit, ofOwner.seconds);
  const chargesOf = (
    { applicationId, kind, ownerId }: Parameters<DeviceLimits["consume"]>[0],
    network: string,
  ): (readonly [RateLimit, string])[] =>
    kind === "public"
      ? [
          [inNetwork.of(applicationId), network],
          [networks, network],
        ]
      : [
          [applications, applicationId],
          [owners, ownerId],
        ];
  return { consume: (application, network) => consumeAll(chargesOf(application, network)) };
}
