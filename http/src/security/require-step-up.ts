import type { Principal } from "../routing/principal.ts";
import { reauthenticationRequired } from "../routing/problem.ts";
import type { Route } from "../routing/route.ts";

/** Wraps every route that declares `stepUp`: it is handled only if its user has authenticated recently. Nobody steps up for a program. */
export const requireStepUp = <Who extends Principal>(
  routes: readonly Route<Who>[],
  isRecent: (principal: Who) => boolean,
): Route<Who>[] =>
  routes.map((declared) => {
    if (!declared.stepUp) return declared;
    return {
      ...declared,
      handle: async (request) =>
        request.principal && isRecent(request.principal) ? declared.handle(request) : reauthenticationRequired,
    };
  });
