import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Presented } from "@attestory/http/routing/answer-route.ts";
import { isProblem, notSignedIn, type ProblemAnswer, unknownApiKey } from "@attestory/http/routing/problem.ts";
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

interface Asking {
  context: RequestContext;
  route: CommandRoute;
  at: Date;
}

/** Authenticates the kinds of credential that a route takes. Any other one signs no one in. */
export function createAuthentication(parts: AuthenticationParts) {
  const { commandHandler, keyring, now, sessionActivity, refuseAdmin, reportError } = parts;
  const apiKeyActivity = createApiKeyActivity(commandHandler, (error) =>
    reportError("use of an API key not recorded", error),
  );

  const admit = async (who: SignedIn, { context, route, at }: Asking): Promise<CommandPrincipal | ProblemAnswer> => {
    const refused = await refuseAdmin(who, route);
    if (refused) return refused;
    if (route.countsAsUse) sessionActivity.recordActivity(who, context, at);
    return { ...who, access: route.access };
  };
  const ofSession = async (
    { value, isProvenLater = false }: Presented,
    context: RequestContext,
    route: CommandRoute,
  ) => {
    const at = now();
    const asking = { context, route, at };
    const known = isProvenLater ? authenticateAsKnown(commandHandler, value, at) : null;
    const admitted = known && (await admit(known, asking));
    // Nobody is refused for what may be out of date.
    if (admitted && !isProblem(admitted)) return admitted;
    const who = await authenticate(commandHandler, value, at);
    return who ? admit(who, asking) : notSignedIn();
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
      credential: Presented,
      context: RequestContext,
      route: CommandRoute,
    ): Promise<CommandPrincipal | ProblemAnswer> => {
      const { kind, value } = credential;
      const takesKey = route.principals.includes("apiKey") && kind === "bearer" && value.startsWith("atk_");
      return takesKey ? ofApiKey(value, context) : ofSession(credential, context, route);
    },
    /** Resolves when all pending appends have ended. */
    settled: apiKeyActivity.settled,
  };
}
