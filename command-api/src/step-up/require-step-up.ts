import type { Clock } from "@attestory/event-store/clock.ts";
import { isRecentAuthentication } from "@attestory/events/recent-authentication.ts";
import { requireStepUp as requireRecent } from "@attestory/http/security/require-step-up.ts";
import type { CommandRoute } from "../handling/command-route.ts";

/** A route that declares `stepUp` decides only within `seconds` after an authentication of the session's user. */
export const requireStepUp = (
  routes: readonly CommandRoute[],
  { now, seconds }: { now: Clock; seconds: number },
): CommandRoute[] =>
  requireRecent(
    routes,
    (principal) => principal.kind === "session" && isRecentAuthentication(principal.authenticatedAt, seconds, now()),
  );
