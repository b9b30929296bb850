import type { ApiKeyEvent } from "@attestory/events/api-key-events.ts";
import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { AuthorizationEvent, ClientTokenEvent, ConsentEvent } from "@attestory/events/authorization-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
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

type Taken =
  | ApiKeyEvent
  | Extract<ApplicationEvent, { type: "ApplicationRegistered" | "ApplicationHandedOver" | "ApplicationDeleted" }>
  | ConsentEvent
  | Extract<AuthorizationEvent, { type: "AuthorizationCodeRedeemed" | "RefreshTokenRotated" }>
  | ClientTokenEvent;

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
export const accessList: Projection<AccessDocument, Taken> = {
  name: "accessList@1",
  group: "other",
  takes: [
    "ApiKeyCreated",
    "ApiKeyRevoked",
    "ApiKeyUsed",
    "ApplicationRegistered",
    "ApplicationHandedOver",
    "ApplicationDeleted",
    "ConsentGranted",
    "ConsentRevoked",
    "ConsentUsed",
    "AuthorizationCodeRedeemed",
    "RefreshTokenRotated",
    "ClientTokenRevoked",
  ],
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
  evolve(access, event, key) {
    if (key.startsWith("application ")) return evolveApplication(access, event);
    return isOfConsent(event) ? evolveConsent(access, event) : evolveKey(access, event);
  },
};

type OfConsent = RecordedEvent<ConsentEvent>;
const consentTypes = new Set(["ConsentGranted", "ConsentRevoked", "ConsentUsed"]);
const isOfConsent = (event: RecordedEvent<Taken>): event is OfConsent => consentTypes.has(event.type);

/** The application that the event is about, or that caused it. A consent that is given or revoked is no use of it. */
function clientOf(event: RecordedEvent<Taken>): string | null {
  if (event.type === "ConsentGranted" || event.type === "ConsentRevoked") return null;
  if ("applicationId" in event.data) return event.data.applicationId;
  return event.actor.kind === "client" ? event.actor.id : null;
}

function evolveApplication(access: AccessDocument | null, event: RecordedEvent<Taken>): AccessDocument | null {
  switch (event.type) {
    case "ApplicationRegistered": {
      const { applicationId: id, ownerId: userId } = event.data;
      return { kind: "application", id, userId, createdAt: event.recordedAt.toISOString(), usedAt: null };
    }
    case "ApplicationHandedOver":
      return access && { ...access, userId: event.data.ownerId };
    case "ApplicationDeleted":
      return null;
    default:
      return used(access, event);
  }
}

function evolveConsent(access: AccessDocument | null, event: OfConsent): AccessDocument | null {
  if (event.type === "ConsentRevoked") return null;
  if (event.type === "ConsentUsed") return used(access, event);
  const { userId, applicationId: id, isNew } = event.data;
  if (access && !isNew) return access;
  return { kind: "consent", id, userId, createdAt: event.recordedAt.toISOString(), usedAt: null };
}

function evolveKey(access: AccessDocument | null, event: RecordedEvent<Taken>): AccessDocument | null {
  if (event.type === "ApiKeyRevoked") return null;
  if (event.type !== "ApiKeyCreated") return used(access, event);
  const { keyId: id, userId } = event.data;
  return { kind: "api-key", id, userId, createdAt: event.recordedAt.toISOString(), usedAt: null };
}

/** Another process's clock may be behind: the last use does not move back. */
function used(access: AccessDocument | null, { recordedAt }: RecordedEvent): AccessDocument | null {
  const at = recordedAt.toISOString();
  return access && (access.usedAt === null || access.usedAt < at) ? { ...access, usedAt: at } : access;
}
