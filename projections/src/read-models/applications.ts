import { applicationEvents } from "@attestory/events/application-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { changedTrust } from "@attestory/events/grant-validity.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

type Registered = Recorded<"ApplicationRegistered">;

/** An OAuth client. A deleted one has no document. */
export interface ApplicationDocument extends Omit<Registered["data"], "applicationId"> {
  /** The client id too. */
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** A secret that was rotated and still works until then, ISO 8601. */
  formerSecret: { digest: string; until: string } | null;
  /** It registered itself, and its registration access token was not ended. */
  hasRegistrationAccess: boolean;
  trusted: boolean;
  isActive: boolean;
  /** Raised by each suspension, which ends the codes and tokens that were issued before, also those that it got for itself. */
  epoch: number;
  /** Raised each time that trust is taken away, which ends the codes and tokens that rest on it. */
  trustEpoch: number;
  /** The entry of the list of admins under which its document was read last; null if it has none. */
  sourceId: string | null;
}

/**
 * Keyed by the application's id. The index `owner` lists the applications of a user, oldest first; `describedOf` those of a user that describe
 * themselves, which may be many.
 */
export const applications: Projection<ApplicationDocument> = defineProjection({
  name: "applications@8",
  group: "authentication",
  personal: "sealed",
  indexes: {
    owner: {
      entry: ({ ownerId, createdAt, documentUrl }) =>
        documentUrl === null ? { value: ownerId, order: createdAt } : null,
    },
    describedOf: {
      entry: ({ ownerId, createdAt, documentUrl }) =>
        documentUrl === null ? null : { value: ownerId, order: createdAt },
    },
  },
  keys: (event) => [event.data.applicationId],
  covers: applicationEvents,
  ignores: ["ApplicationDocumentRefused", "ApplicationHandOverAnnounced", "TrustedApplicationChangeAnnounced"],
  begin: { ApplicationRegistered: registered },
  evolve: {
    ApplicationChanged: (application, { data: { applicationId: _, ...changed } }) => ({ ...application, ...changed }),
    ApplicationDocumentFetched: documentFetched,
    ClientSecretRotated: rotated,
    ApplicationSuspended: (application) => ({ ...application, isActive: false, epoch: application.epoch + 1 }),
    ApplicationActivated: (application) => ({ ...application, isActive: true }),
    ApplicationTrustChanged: (application, { data }) => ({ ...application, ...changedTrust(application, data) }),
    ApplicationHandedOver: (application, { data }) => ({
      ...application,
      ownerId: data.ownerId,
      hasRegistrationAccess: false,
    }),
    RegistrationAccessEnded: (application) => ({ ...application, hasRegistrationAccess: false }),
    ApplicationDeleted: () => null,
  },
});

function registered({ data: { applicationId, ...data }, recordedAt, actor }: Registered): ApplicationDocument {
  return {
    id: applicationId,
    ...data,
    createdAt: recordedAt.toISOString(),
    formerSecret: null,
    hasRegistrationAccess: actor.kind === "client",
    trusted: false,
    isActive: true,
    epoch: 0,
    trustEpoch: 0,
    sourceId: null,
  };
}

function rotated(application: ApplicationDocument, { data }: Recorded<"ClientSecretRotated">): ApplicationDocument {
  const { clientSecret, formerUntil } = data;
  const former = application.clientSecret;
  return {
    ...application,
    clientSecret,
    formerSecret: former && formerUntil ? { digest: former.digest, until: formerUntil } : null,
  };
}

/** Another entry than before ends what was issued under that one. */
function documentFetched(
  application: ApplicationDocument,
  { data: { sourceId, kind } }: Recorded<"ApplicationDocumentFetched">,
): ApplicationDocument {
  const isReadmitted = application.sourceId !== null && application.sourceId !== sourceId;
  return { ...application, kind, sourceId, epoch: isReadmitted ? application.epoch + 1 : application.epoch };
}
