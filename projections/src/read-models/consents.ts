import type { AllowedApi } from "@attestory/events/api-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { consentEvents } from "@attestory/events/consent-events.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** Sign-ins that rest on the trust in the application. They count while it is trusted and its `trustEpoch` is unchanged. */
export interface TrustedSignIns {
  trustEpoch: number;
  /** Of all of them. */
  scopes: readonly string[];
  /** Of the first and of the newest one. ISO 8601. */
  firstAt: string;
  newestAt: string;
}

/**
 * What a user allows an application, and whether it signed the user in by trust. It stays when the consent is revoked: `epoch` tells which
 * codes and tokens ended with it.
 */
export interface ConsentDocument {
  userId: string;
  applicationId: string;
  isGranted: boolean;
  /** Empty while it is not granted. */
  scopes: readonly string[];
  /** At APIs of applications. Empty while it is not granted. Carried over documents of the former version, which knew none, lack it. */
  apis?: readonly AllowedApi[];
  /** Raised by each revocation. */
  epoch: number;
  /** ISO 8601, as is `usedAt`. When the newest scopes were allowed; null if none ever were. */
  grantedAt: string | null;
  /** Null if there was none since the last revocation. */
  trust: TrustedSignIns | null;
  /** When the application last used its access; null if it never did. */
  usedAt: string | null;
  /** The version of its stream; zero before its first event. */
  version: number;
}

type Parties = Pick<ConsentDocument, "userId" | "applicationId">;

/** Of a consent's document. */
export const consentKey = ({ userId, applicationId }: Parties): string => `${userId} ${applicationId}`;

/** When the application last used its access or was given it. Null if it has none. */
function lastAccessOf({ isGranted, grantedAt, trust, usedAt }: ConsentDocument): string | null {
  if (!isGranted && !trust) return null;
  const times = [usedAt ?? (isGranted ? grantedAt : null), trust?.newestAt ?? null];
  return (
    times
      .filter((time) => time !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/**
 * Keyed by user and application. The index `user` lists the consents of a user and the applications that signed them in by trust, by their
 * last use; `application` the users who consented to an application.
 */
export const consents: Projection<ConsentDocument> = defineProjection({
  name: "consents@3",
  continues: "consents@2",
  group: "authentication",
  personal: "sealed",
  indexes: {
    user: {
      entry(consent) {
        const order = lastAccessOf(consent);
        return order === null ? null : { value: consent.userId, order };
      },
    },
    application: {
      entry: ({ userId, applicationId, isGranted }) => (isGranted ? { value: applicationId, order: userId } : null),
    },
  },
  keys: (event) => [consentKey(event.data)],
  covers: consentEvents,
  begin: {
    ConsentGranted: ({ data, recordedAt, version }, consent) => ({
      ...(consent ?? nothing(data)),
      isGranted: true,
      scopes: data.scopes,
      apis: data.apis,
      grantedAt: recordedAt.toISOString(),
      version,
    }),
    // A trusted application that never asked has no consent, but what it was given ends.
    ConsentRevoked: ({ data, version }, consent) => {
      const before = consent ?? nothing(data);
      return {
        ...before,
        isGranted: false,
        scopes: [],
        apis: [],
        epoch: before.epoch + 1,
        trust: null,
        usedAt: null,
        version,
      };
    },
    AuthorizationCodeIssued: signedIn,
  },
  evolve: {
    ConsentUsed: (consent, { recordedAt, version }) => ({ ...consent, usedAt: recordedAt.toISOString(), version }),
  },
});

const nothing = ({ userId, applicationId }: Parties): ConsentDocument => ({
  userId,
  applicationId,
  isGranted: false,
  scopes: [],
  apis: [],
  epoch: 0,
  grantedAt: null,
  trust: null,
  usedAt: null,
  version: 0,
});

/** A code of an earlier epoch gives nothing: it was being issued while the user revoked. */
function signedIn({ data, recordedAt }: Recorded<"AuthorizationCodeIssued">, consent: ConsentDocument | null) {
  const { basis, consentEpoch, trustEpoch, scopes } = data;
  if (basis === "consent" || consentEpoch !== (consent?.epoch ?? 0)) return consent;
  const before = consent ?? nothing(data);
  const at = recordedAt.toISOString();
  const known = before.trust?.trustEpoch === trustEpoch ? before.trust : { trustEpoch, scopes: [], firstAt: at };
  const trust = { ...known, scopes: [...new Set([...known.scopes, ...scopes])], newestAt: at };
  return { ...before, trust };
}
