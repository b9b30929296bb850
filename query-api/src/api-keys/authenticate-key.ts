import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { isApiKeyGood } from "@attestory/events/api-key-validity.ts";
import { type ProblemAnswer, unknownApiKey } from "@attestory/http/routing/problem.ts";
import type { Credential, RequestContext } from "@attestory/http/routing/request-context.ts";
import { type ApiKeyParts, matchesApiKey, parseApiKey } from "@attestory/http/security/api-key.ts";
import { authenticationNames } from "@attestory/projections/read-models/all-projections.ts";
import { apiKeys } from "@attestory/projections/read-models/api-keys.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { type ApiKeyPrincipal, isNamed } from "../handling/query-route.ts";
import type { UseRecorder } from "../recording/use-recorder.ts";
import { apiKeyUse } from "./api-key-use.ts";

export interface KeyAuthenticationParts {
  log: Pick<EventLog, "head">;
  store: Pick<ReadStore, "get">;
  freshness: Freshness;
  hmac(...parts: string[]): string;
  uses: Pick<UseRecorder, "record">;
  now: Clock;
}

/**
 * Authenticates a program by its API key, from the read models. A key of an unknown id takes the same path as a wrong one. Whether its
 * owner is Pro is checked as the role that the route asks for.
 */
export const keyAuthenticator = ({ log, store, freshness, hmac, uses, now }: KeyAuthenticationParts) => {
  /** `unsettled`: events not yet projected may have created the key. */
  const find = async (parts: ApiKeyParts): Promise<ApiKeyPrincipal | "refused" | "unsettled"> => {
    const key = await store.get(apiKeys, parts.keyId);
    const isKnown = matchesApiKey(parts, key?.digest ?? null, hmac);
    if (!key) return "unsettled";
    const user = await store.get(users, key.userId);
    if (!isKnown || !user || !isNamed(user) || !isApiKeyGood(key, user, now())) return "refused";
    const { id: keyId, userId, scopes } = key;
    return { kind: "apiKey", keyId, userId, user, key, scopes, pending: false, roles: user };
  };

  const findSettled = async (parts: ApiKeyParts): Promise<ApiKeyPrincipal | "refused" | "unsettled" | "lagging"> => {
    const found = await find(parts);
    if (found !== "unsettled") return found;
    return (await freshness.waitForPosition(authenticationNames, await log.head())) ? find(parts) : "lagging";
  };

  return async ({ kind, value }: Credential, context: RequestContext): Promise<ApiKeyPrincipal | ProblemAnswer> => {
    const parts = kind === "bearer" ? parseApiKey(value) : null;
    if (!parts) return unknownApiKey();
    if (!(await freshness.readable(context, authenticationNames))) return projectionLag();
    const found = await findSettled(parts);
    if (found === "lagging") return projectionLag();
    if (typeof found === "string") return unknownApiKey();
    uses.record(apiKeyUse(found), context);
    return found;
  };
};
