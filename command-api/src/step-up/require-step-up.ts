import type { Clock } from "@attestory/event-store/clock.ts";
import { isRecentAuthentication } from "@attestory/events/recent-authentication.ts";
import { reauthenticationRequired } from "@attestory/http/routing/problem.ts";
import type { CommandPrincipal } from "../handling/command-principal.ts";
import type { CommandRoute } from "../handling/command-route.ts";

/** Nobody steps up for a client or an API key. */
const isRecent = (principal: CommandPrincipal | null, now: Date, seconds: number): boolean =>
  principal?.kind === "session" && isRecentAuthentication(principal.authenticatedAt, seconds, now);

/** Wraps every route that declares `stepUp`: its decision is made only within `seconds` after an authentication of the session's user. */
export const requireStepUp = (
  routes: readonly CommandRoute[],
  { now, seconds }: { now: Clock; seconds: number },
): CommandRoute[] =>
  routes.map((declared) => {
    if (!declared.stepUp) return declared;
    return {
      ...declared,
      handle: async (request) =>
        isRecent(request.principal, now(), seconds) ? declared.handle(request) : reauthenticationRequired,
    };
  });
