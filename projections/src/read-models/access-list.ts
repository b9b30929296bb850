import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { type ConsentEvent, consentEvents } from "@attestory/events/consent-events.ts";
import { defineProjection } from "./define-projection.ts";
import type { IndexEntry, Projection } from "./projection.ts";

export type AccessKind = "api-key" | "application" | "consent";

/** An API key, an application or a consent: whose it is, and when it was last used. What it is called stands in its own read model. */
export interface AccessDocument {
  kind: AccessKind;
  /** Of the API key or of the application; of a consent, the application's. */
  id: string;
  /** The owner; of a consent, who gave it. */
  userId: string;
  /** ISO 8601, as is `usedAt`. */
  createdAt: string;
  /** Null: never, as far as an event tells. */
  usedAt: string | null;
}

/** The value of a user's part in the indexes `user` and `userUse`. */
export const accessOf = ({ kind, userId }: Pick<AccessDocument, "kind" | "userId">): string => `${kind} ${userId}`;

const byCreation = (value: string, { createdAt }: AccessDocument): IndexEntry => ({ value, order: createdAt });
/** What was never used has been unused since it was made. */
const byUse = (value: string, { usedAt, createdAt }: AccessDocument): IndexEntry => ({
  value,
  order: usedAt ?? createdAt,
});

const keyOf = (kind: AccessKind, ...ids: string[]): string => [kind, ...ids].join(" ");

/**
 * What may act for users or as an application, for admins. Keyed by kind and ids. The indexes `all` and `use` list one kind, by creation
 * and by last use; `user` and `userUse` those of one user. What was revoked or deleted has no document.
 *
 * An application is used when it exchanges a code, refreshes a token, revokes one of its own tokens, or uses a consent. What it does with
 * a token that it got for itself leaves no event, and is not counted.
 */
export const accessList: Projection<AccessDocument> = defineProjection({
  name: "accessList@1",
  group: "other",
  personal: "sealed",
  indexes: {
    all: { entry: (access) => byCreation(access.kind, access) },
    use: { entry: (access) => byUse(access.kind, access) },
    user: { entry: (access) => byCreation(accessOf(access), access) },
    userUse: { entry: (access) => byUse(accessOf(access), access) },
  },
  keys(event) {
    if ("keyId" in event.data) return [keyOf("api-key", event.data.keyId)];
    const client = clientOf(event);
    const application = client === null ? [] : [keyOf("application", client)];
    return isOfConsent(event)
      ? [keyOf("consent", event.data.userId, event.data.applicationId), ...application]
      : application;
  },
  begin: {
    ApiKeyCreated: ({ data: { keyId, userId }, recordedAt }) => made("api-key", keyId, { userId, recordedAt }),
    ApplicationRegistered: ({ data: { applicationId, ownerId }, recordedAt }) =>
      made("application", applicationId, { userId: ownerId, recordedAt }),
    ConsentGranted: ({ data: { userId, applicationId, isNew }, recordedAt }, access) =>
      access && !isNew ? access : made("consent", applicationId, { userId, recordedAt }),
  },
  evolve: {
    ApiKeyUsed: used,
    ApiKeyRevoked: () => null,
    ApplicationHandedOver: (access, { data }) => ({ ...access, userId: data.ownerId }),
    ApplicationDeleted: () => null,
    ConsentUsed: used,
    ConsentRevoked: () => null,
    AuthorizationCodeRedeemed: used,
    RefreshTokenRotated: used,
    ClientTokenRevoked: used,
  },
});

const consentTypes = new Set<string>(consentEvents.map(({ type }) => type));
const isOfConsent = (event: RecordedEvent): event is RecordedEvent<ConsentEvent> => consentTypes.has(event.type);

/** The application that the event is about, or that caused it. A consent that is given or revoked is no use of it. */
function clientOf(event: RecordedEvent): string | null {
  if (event.type === "ConsentGranted" || event.type === "ConsentRevoked") return null;
  if ("applicationId" in event.data) return event.data.applicationId;
  return event.actor.kind === "client" ? event.actor.id : null;
}

const made = (
  kind: AccessKind,
  id: string,
  { userId, recordedAt }: { userId: string; recordedAt: Date },
): AccessDocument => ({ kind, id, userId, createdAt: recordedAt.toISOString(), usedAt: null });

/** Another process's clock may be behind: the last use does not move back. */
function used(access: AccessDocument, { recordedAt }: RecordedEvent): AccessDocument {
  const at = recordedAt.toISOString();
  return access.usedAt === null || access.usedAt < at ? { ...access, usedAt: at } : access;
}
