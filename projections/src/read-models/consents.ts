import { consentEvents } from "@attestory/events/authorization-events.ts";
import { defineProjection } from "./define-projection.ts";
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
export const consents: Projection<ConsentDocument> = defineProjection({
  name: "consents@1",
  group: "authentication",
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
  covers: consentEvents,
  begin: {
    ConsentGranted: ({ data: { userId, applicationId, scopes }, recordedAt, version }, consent) => ({
      userId,
      applicationId,
      isGranted: true,
      scopes,
      epoch: consent?.epoch ?? 0,
      grantedAt: recordedAt.toISOString(),
      usedAt: consent?.isGranted ? consent.usedAt : null,
      version,
    }),
  },
  evolve: {
    ConsentUsed: (consent, { recordedAt, version }) => ({ ...consent, usedAt: recordedAt.toISOString(), version }),
    ConsentRevoked: (consent, { version }) => ({
      ...consent,
      isGranted: false,
      scopes: [],
      epoch: consent.epoch + 1,
      usedAt: null,
      version,
    }),
  },
});
