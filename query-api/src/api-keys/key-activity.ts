import { randomUUID } from "node:crypto";
import type { Clock } from "@attestory/event-store/clock.ts";
import { type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { useEverySeconds } from "@attestory/events/api-key-validity.ts";
import type { NewEvent } from "@attestory/events/catalogue.ts";
import { apiKeyStream } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { BackgroundWork } from "@attestory/runtime/background-work.ts";
import type { ApiKeyPrincipal } from "../query-route.ts";

export interface ApiKeyActivity {
  /** Appends the use of a key to the log if that is due, without delaying the answer. Failures never reach the caller. */
  recordUse(principal: ApiKeyPrincipal, context: RequestContext): void;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

interface ApiKeyActivityParts {
  log: Pick<EventLog, "append">;
  sealing: Pick<Sealing, "seal">;
  now: Clock;
  reportError: (message: string, error: unknown) => void;
}

const mostRemembered = 10_000;

export function createApiKeyActivity({ log, sealing, now, reportError }: ApiKeyActivityParts): ApiKeyActivity {
  /** When this process last tried to record a key's use, in milliseconds: its document holds only uses already projected. */
  const tried = new Map<string, number>();
  const appends = new BackgroundWork((error) => reportError("use of an API key not recorded", error));

  const isDue = ({ key }: ApiKeyPrincipal, at: Date): boolean => {
    const lastUsedAt = Math.max(key.lastUsedAt ?? 0, tried.get(key.id) ?? 0);
    return at.getTime() - lastUsedAt >= useEverySeconds * 1000;
  };

  const append = async (fact: NewEvent, { key }: ApiKeyPrincipal): Promise<void> => {
    try {
      const stream = apiKeyStream(key.id);
      await log.append(stream, key.version, await sealing.seal(stream, [fact]));
    } catch (error) {
      // On a conflict, another process has just recorded a use or revoked the key.
      if (!(error instanceof VersionConflict)) throw error;
    }
  };

  return {
    recordUse(principal, context) {
      const at = now();
      if (!isDue(principal, at)) return;
      if (tried.size >= mostRemembered) tried.clear();
      tried.set(principal.keyId, at.getTime());
      // Read now: the address is gone once the connection closes.
      const fact = apiKeyUsed(principal, context, at);
      appends.start(() => append(fact, principal));
    },
    settled: () => appends.settled(),
  };
}

const apiKeyUsed = ({ keyId, userId }: ApiKeyPrincipal, context: RequestContext, recordedAt: Date): NewEvent => ({
  id: randomUUID(),
  event: { type: "ApiKeyUsed", data: { keyId, userId } },
  person: userId,
  recordedAt,
  actor: { kind: "user", id: userId },
  delegate: { kind: "apiKey", id: keyId },
  sessionId: null,
  correlationId: context.requestId,
  causationId: null,
  fingerprint: null,
  ip: context.clientAddress,
  userAgent: context.userAgent,
});
