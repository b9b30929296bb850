import type { Clock } from "@attestory/event-store/clock.ts";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import { problem } from "@attestory/http/routing/problem.ts";
import type { CommandPrincipal } from "../handling/command-principal.ts";
import type { CommandRoute } from "../handling/command-route.ts";

const reauthenticationRequired = problem(403, "reauthentication_required", "Please confirm that it is you");

/** A date beyond clock skew in the future says nothing about the time since. Nobody steps up for a client or an API key. */
function isRecent(principal: CommandPrincipal | null, now: Date, seconds: number): boolean {
  if (principal?.kind !== "session") return false;
  const sinceMs = now.getTime() - principal.authenticatedAt.getTime();
  return sinceMs >= -maxClockSkewMs && sinceMs <= seconds * 1000;
}

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
