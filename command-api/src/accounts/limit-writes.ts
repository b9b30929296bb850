import { answerSharedRefusal } from "../handling/answer-refusal.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { consumeAll, type RateLimit, type RateLimiter } from "../rate-limits/rate-limiter.ts";

const hour = 3600;

/** Calls that end sessions: a person must always be able to end a session, also while someone else uses up the account's writes. */
const endings = new Set(["delete /api/user/sessions", "delete /api/user/sessions/{id}"]);
/** Ends the session that asks, so it cannot be repeated. */
const endsItself = new Set(["post /api/auth/logout"]);

type Charges = (principal: { userId: string; sessionId: string }) => readonly (readonly [RateLimit, string])[];

/**
 * Wraps every write of a signed-in user, so that one account cannot write without limit. A new route is limited unless it is named
 * above. See docs/decisions/attempt-limits.md.
 */
export function limitWrites(rateLimiter: RateLimiter, routes: readonly CommandRoute[]): CommandRoute[] {
  const perMinute = rateLimiter.window("writes of an account a minute", 120, 60);
  const perHour = rateLimiter.window("writes of an account an hour", 1000, hour);
  const endingsOfSession = rateLimiter.window("sessions ended by a session", 200, hour);

  const chargesOf = ({ method, path, write, access }: CommandRoute): Charges | null => {
    const call = `${method} ${path}`;
    if (!write || access === "anyone" || endsItself.has(call)) return null;
    if (endings.has(call)) return ({ sessionId }) => [[endingsOfSession, sessionId]];
    return ({ userId }) => [
      [perMinute, userId],
      [perHour, userId],
    ];
  };

  return routes.map((declared) => {
    const charges = chargesOf(declared);
    if (!charges) return declared;
    return {
      ...declared,
      async handle(request) {
        const consumption = request.principal && (await consumeAll(charges(request.principal)));
        if (consumption && "waitSeconds" in consumption) {
          return answerSharedRefusal({ refused: "too-many-attempts", ...consumption });
        }
        return declared.handle(request);
      },
    };
  });
}
