import { type Consumption, consumeAll, type RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { answerSharedRefusal } from "../handling/answer-refusal.ts";
import type { CommandPrincipal } from "../handling/command-principal.ts";
import type { CommandRoute } from "../handling/command-route.ts";

const hour = 3600;

/** Calls that end sessions, and that a session can always make, whatever other sessions of the account do. */
const endingsOfItsOwn = 20;

type Consume = (principal: CommandPrincipal) => Promise<Consumption>;

/** The account that a principal writes for. An OAuth client that acts for itself has limits of its own. */
const accountOf = (principal: CommandPrincipal): string =>
  principal.kind === "client" ? principal.clientId : principal.userId;
const sessionOf = (principal: CommandPrincipal): string =>
  principal.kind === "session" ? principal.sessionId : accountOf(principal);

/**
 * Wraps every write of a signed-in user, so that one account cannot write without limit. A new route is limited unless its
 * declaration says otherwise (`countsAs`). See docs/decisions/attempt-limits.md.
 */
export function limitWrites(rateLimiter: RateLimiter, routes: readonly CommandRoute[]): CommandRoute[] {
  const perMinute = rateLimiter.window("writes of an account a minute", 120, 60);
  const perHour = rateLimiter.window("writes of an account an hour", 1000, hour);
  const endingsOfSession = rateLimiter.window("sessions ended by a session", 200, hour);
  const endingsOfAccount = rateLimiter.window("sessions ended by an account", 1000, hour);

  const consumeEnding: Consume = async (principal) => {
    const session = sessionOf(principal);
    const consumption = await endingsOfSession.consume(session);
    if ("waitSeconds" in consumption || consumption.consumed <= endingsOfItsOwn) return consumption;
    const shared = await endingsOfAccount.consume(accountOf(principal));
    if ("waitSeconds" in shared) await endingsOfSession.refund(session);
    return shared;
  };
  const consumeWrite: Consume = (principal) =>
    consumeAll([
      [perMinute, accountOf(principal)],
      [perHour, accountOf(principal)],
    ]);
  const consumeOf = ({ write, access, countsAs }: CommandRoute): Consume | null => {
    if (!write || access === "anyone" || countsAs === "nothing") return null;
    return countsAs === "ending" ? consumeEnding : consumeWrite;
  };

  return routes.map((declared) => {
    const consume = consumeOf(declared);
    if (!consume) return declared;
    return {
      ...declared,
      async handle(request) {
        const consumption = request.principal && (await consume(request.principal));
        if (consumption && "waitSeconds" in consumption) {
          return answerSharedRefusal({ refused: "too-many-attempts", ...consumption });
        }
        return declared.handle(request);
      },
    };
  });
}
