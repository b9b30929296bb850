import { randomUUID } from "node:crypto";
import type { Clock } from "@attestory/event-store/clock.ts";
import { type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { NewEvent } from "@attestory/events/catalogue.ts";
import { consentStream } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { type ConsentDocument, consentKey } from "@attestory/projections/read-models/consents.ts";
import { BackgroundWork } from "@attestory/runtime/background-work.ts";
import type { LiveClient, LiveGrant } from "./live-tokens.ts";

/** When applications use their access: `lastAccess` of a connected application. */
export interface ConsentActivity {
  /**
   * Appends the use of the token's consent, if it has one, to the log if that is due, without delaying the answer. Failures never reach
   * the caller.
   */
  recordUse(found: LiveGrant | LiveClient, context: RequestContext): void;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

interface ConsentActivityParts {
  log: Pick<EventLog, "append">;
  sealing: Pick<Sealing, "seal">;
  now: Clock;
  reportError: (message: string, error: unknown) => void;
}

const everySeconds = 300;
const mostRemembered = 10_000;

export function createConsentActivity({ log, sealing, now, reportError }: ConsentActivityParts): ConsentActivity {
  /** When this process last tried to record a consent's use, in milliseconds: its document holds only uses already projected. */
  const tried = new Map<string, number>();
  const appends = new BackgroundWork((error) => reportError("use of a consent not recorded", error));

  const isDue = (consent: ConsentDocument, at: Date): boolean => {
    const usedAt = consent.usedAt === null ? 0 : Date.parse(consent.usedAt);
    const lastUsedAt = Math.max(usedAt, tried.get(consentKey(consent)) ?? 0);
    return at.getTime() - lastUsedAt >= everySeconds * 1000;
  };

  const append = async (fact: NewEvent, consent: ConsentDocument): Promise<void> => {
    try {
      const stream = consentStream(consent);
      await log.append(stream, consent.version, await sealing.seal(stream, [fact]));
    } catch (error) {
      // On a conflict, another process has just recorded a use, or the user changed what they allow.
      if (!(error instanceof VersionConflict)) throw error;
    }
  };

  return {
    recordUse(found, context) {
      const consent = found.kind === "grant" ? found.consent : null;
      const at = now();
      if (!consent?.isGranted || !isDue(consent, at)) return;
      if (tried.size >= mostRemembered) tried.clear();
      tried.set(consentKey(consent), at.getTime());
      // Read now: the address is gone once the connection closes.
      const fact = consentUsed(consent, context, at);
      appends.start(() => append(fact, consent));
    },
    settled: () => appends.settled(),
  };
}

const consentUsed = (
  { userId, applicationId }: ConsentDocument,
  context: RequestContext,
  recordedAt: Date,
): NewEvent => ({
  id: randomUUID(),
  event: { type: "ConsentUsed", data: { userId, applicationId } },
  person: userId,
  recordedAt,
  actor: { kind: "user", id: userId },
  delegate: { kind: "client", id: applicationId },
  sessionId: null,
  correlationId: context.requestId,
  causationId: null,
  fingerprint: null,
  ip: context.clientAddress,
  userAgent: context.userAgent,
});
