import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Presented } from "@attestory/http/routing/answer-route.ts";
import { notSignedIn, type ProblemAnswer, unknownApiKey } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { createApiKeyActivity } from "../api-keys/api-key-activity.ts";
import { authenticateApiKey } from "../api-keys/authenticate-api-key.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandPrincipal } from "../handling/command-principal.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { authenticate, authenticateAsKnown } from "../sessions/authenticate.ts";
import type { SessionActivity } from "../sessions/session-activity.ts";

interface AuthenticationParts {
  commandHandler: CommandHandler;
  keyring: Pick<Keyring, "hmac">;
  now: Clock;
  sessionActivity: Pick<SessionActivity, "recordActivity">;
  refuseAdmin(who: SignedIn, route: CommandRoute): Promise<ProblemAnswer | null>;
  reportError(message: string, error: unknown): void;
}

interface Admission {
  route: CommandRoute;
  /** Whether the session is checked again before anything follows from it. */
  isProvenLater: boolean;
}

/** Authenticates the kinds of credential that a route takes. Any other one signs no one in. */
export function createAuthentication(parts: AuthenticationParts) {
  const { commandHandler, keyring, now, sessionActivity, refuseAdmin, reportError } = parts;
  const apiKeyActivity = createApiKeyActivity(commandHandler, (error) =>
    reportError("use of an API key not recorded", error),
  );

  const ofSession = async (value: string, context: RequestContext, { route, isProvenLater }: Admission) => {
    const at = now();
    const known = isProvenLater ? authenticateAsKnown(commandHandler, value, at) : null;
    const who = known ?? (await authenticate(commandHandler, value, at));
    if (!who) return notSignedIn();
    const refused = await refuseAdmin(who, route);
    if (refused) return refused;
    if (route.countsAsUse) sessionActivity.recordActivity(who, context, at);
    return { ...who, access: route.access };
  };
  const ofApiKey = async (value: string, context: RequestContext) => {
    const at = now();
    const key = await authenticateApiKey({ commandHandler, keyring }, value, at);
    if (!key) return unknownApiKey();
    apiKeyActivity.recordUse(key, context, at);
    return key;
  };

  return {
    authenticate: (
      { kind, value, isProvenLater = false }: Presented,
      context: RequestContext,
      route: CommandRoute,
    ): Promise<CommandPrincipal | ProblemAnswer> => {
      const takesKey = route.principals.includes("apiKey") && kind === "bearer" && value.startsWith("atk_");
      return takesKey ? ofApiKey(value, context) : ofSession(value, context, { route, isProvenLater });
    },
    /** Resolves when all pending appends have ended. */
    settled: apiKeyActivity.settled,
  };
}
