import { consentStream } from "@attestory/events/envelope.ts";
import type { ConsentDocument } from "@attestory/projections/read-models/consents.ts";
import type { Use } from "../recording/use-recorder.ts";
import type { LiveClient, LiveGrant } from "./live-tokens.ts";

const everySeconds = 300;

/** The use of what a user, or trust, allows an application: `lastAccess` of a connected application. Null if the token has neither. */
export function consentUse(found: LiveGrant | LiveClient): Use | null {
  if (found.kind !== "grant" || !found.consent) return null;
  const { consent } = found;
  return consent.isGranted || consent.trust ? useOf(consent) : null;
}

const useOf = (consent: ConsentDocument): Use => {
  const { userId, applicationId, usedAt, version } = consent;
  return {
    event: { type: "ConsentUsed", data: { userId, applicationId } },
    userId,
    delegate: { kind: "client", id: applicationId },
    sessionId: null,
    stream: consentStream(consent),
    version,
    lastUsedAt: usedAt === null ? 0 : Date.parse(usedAt),
    isDue: (lastUsedAt, now) => now.getTime() - lastUsedAt.getTime() >= everySeconds * 1000,
  };
};
