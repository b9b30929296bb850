import type { ConsentEvent } from "@attestory/events/authorization-events.ts";
import type { Projection } from "./projection.ts";

/** What a user allows an application. It stays when the consent is revoked: `epoch` tells which codes and tokens ended with it. */
export interface ConsentDocument {
  userId: string;
  applicationId: string;
  isGranted: boolean;
  /** Empty while it is not granted. */
  scopes: readonly string[];
  /** Raised by each revocation. */
  epoch: number;
  /** ISO 8601, as is `usedAt`. When the newest scopes were allowed. */
  grantedAt: string;
  /** When the application last used its access; null if it never did. */
  usedAt: string | null;
  /** The version of its stream. */
  version: number;
}

/** Of a consent's document. */
export const consentKey = ({ userId, applicationId }: { userId: string; applicationId: string }): string =>
  `${userId} ${applicationId}`;

/**
 * Keyed by user and application. The indexes list what is granted: `user` the consents of a user, by their last use; `application` the
 * users of an application.
 */
export const consents: Projection<ConsentDocument, ConsentEvent> = {
  name: "consents@1",
  group: "authentication",
  takes: ["ConsentGranted", "ConsentRevoked", "ConsentUsed"],
  personal: "sealed",
  indexes: {
    user: {
      entry: ({ userId, isGranted, grantedAt, usedAt }) =>
        isGranted ? { value: userId, order: usedAt ?? grantedAt } : null,
    },
    application: {
      entry: ({ userId, applicationId, isGranted }) => (isGranted ? { value: applicationId, order: userId } : null),
    },
  },
  keys: (event) => [consentKey(event.data)],
  evolve(consent, event) {
    const at = event.recordedAt.toISOString();
    const { version } = event;
    if (event.type === "ConsentGranted") {
      const { userId, applicationId, scopes } = event.data;
      const before = consent?.isGranted ? consent.usedAt : null;
      return {
        userId,
        applicationId,
        isGranted: true,
        scopes,
        epoch: consent?.epoch ?? 0,
        grantedAt: at,
        usedAt: before,
        version,
      };
    }
    if (!consent) return null;
    if (event.type === "ConsentUsed") return { ...consent, usedAt: at, version };
    return { ...consent, isGranted: false, scopes: [], epoch: consent.epoch + 1, usedAt: null, version };
  },
};
