import type { Clock } from "@attestory/event-store/clock.ts";
import { limitApiKeys } from "@attestory/http/security/limit-api-keys.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { limitWrites } from "./accounts/limit-writes.ts";
import { type FirstAdminDependencies, grantingFirstAdmin } from "./admin/first-admin.ts";
import { givingInvitedRoles } from "./admin/give-invited-roles.ts";
import type { CommandPrincipal } from "./handling/command-principal.ts";
import {
  type CommandRoute,
  provingPrincipals,
  refusingWithoutStores,
  tracingHandled,
} from "./handling/command-route.ts";
import { requireStepUp } from "./step-up/require-step-up.ts";

interface GuardServices extends FirstAdminDependencies {
  rateLimiter: RateLimiter;
  now: Clock;
  /** How long an authentication counts as recent. */
  stepUpSeconds: number;
  reportError(message: string, error: unknown): void;
}

const keyOf = (principal: CommandPrincipal) => (principal.kind === "apiKey" ? principal.keyId : null);

/**
 * Wraps the routes in what holds for all of them: roles that come with a verified address, limits on keys and accounts, step-up, and a 503
 * while a store fails.
 */
export function guardRoutes(routes: readonly CommandRoute[], services: GuardServices): CommandRoute[] {
  const { rateLimiter, now, stepUpSeconds, reportError } = services;
  const granting = grantingFirstAdmin(givingInvitedRoles(routes, services), services);
  const steppedUp = requireStepUp(granting, { now, seconds: stepUpSeconds });
  const limited = limitApiKeys(rateLimiter, limitWrites(rateLimiter, steppedUp), keyOf);
  const refusing = refusingWithoutStores(reportError);
  return tracingHandled(provingPrincipals(limited)).map((route) => ({ ...route, handle: refusing(route.handle) }));
}
