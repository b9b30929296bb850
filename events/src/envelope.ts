import { hash } from "node:crypto";
import { z } from "zod";

/** Position in the whole log; only grows. Zero is before the first event. */
export type Position = bigint;

declare const streamNameBrand: unique symbol;
/** `<kind>-<uuid or hmac>`. Only the functions of this file create it, so no user input becomes part of a stream name. */
export type StreamName = string & { readonly [streamNameBrand]: true };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const digest = /^[A-Za-z0-9_-]{43}$/;

function named(kind: string, key: string, pattern: RegExp): StreamName {
  if (!pattern.test(key)) throw new TypeError(`not a key of a ${kind} stream`);
  return `${kind}-${key}` as StreamName;
}

const kindsById = new Set<string>();
/** Makes the names of the streams of one kind, one for each id. `kind` is no user input. @throws if the kind is taken */
export function streamsById(kind: string): (id: string) => StreamName {
  if (kindsById.has(kind)) throw new TypeError(`two kinds of streams are called ${kind}`);
  kindsById.add(kind);
  return (id) => named(kind, id, uuid);
}

export const userStream = streamsById("user");
export const sessionStream = streamsById("session");
/** The sessions of a user that count towards the most that may live at once. */
export const liveSessionsStream = streamsById("sessions");
/** Attempts on this user's password. */
export const attemptsStream = streamsById("attempts");
/** The second factors of this user: TOTP, recovery codes and trusted browsers. */
export const secondFactorsStream = streamsById("factors");
/** The hardware keys of this user. */
export const hardwareKeysStream = streamsById("keys");
/** Which key of which user a WebAuthn credential is. `key` is the base64url HMAC-SHA-256 of the credential's id. */
export const credentialStream = (key: string) => named("credential", key, digest);
/** The codes that this user's address was sent. */
export const emailCodesStream = streamsById("codes");
export const applicationStream = streamsById("application");
/** The applications of a user that count towards the most that a user may have. */
export const countedApplicationsStream = streamsById("applications");
/** Which application has this resource identifier. */
export const resourceStream = (canonical: string) => named("resource", hash("sha256", canonical, "base64url"), digest);
/** Failed calls of this application. */
export const clientCallsStream = streamsById("clientCalls");
/** Requests for authorization that wait for this session's user. */
export const authorizationRequestsStream = streamsById("authorizationRequests");
/** A request that an application pushed. */
export const pushedRequestStream = streamsById("pushedRequest");
/** An authorization code, and the tokens that it gave. */
export const authorizationStream = streamsById("authorization");
/** What the user allowed the application. */
export const consentStream = ({ userId, applicationId }: { userId: string; applicationId: string }) =>
  named("consent", hash("sha256", JSON.stringify([userId, applicationId]), "base64url"), digest);
/** What a device with this user code asks. `key` is the base64url HMAC-SHA-256 of the code. */
export const deviceRequestStream = (key: string) => named("deviceRequest", key, digest);
/** An access token that an application got for itself. */
export const clientTokenStream = streamsById("clientToken");
/** The keys that sign tokens. */
export const signingKeysStream = "signingKeys" as StreamName;
export const apiKeyStream = streamsById("apiKey");
/** The API keys of a user that count towards the most that a user may have. */
export const countedApiKeysStream = streamsById("apiKeys");
/** The accounts that this user's API keys created. */
export const invitedAccountsStream = streamsById("invitedAccounts");
/** What this person was shown. */
export const auditStream = streamsById("audit");
/** Every account that is or was an admin. */
export const adminsStream = "admins" as StreamName;
/** Which generations of the log were chosen. */
export const generationsStream = "generations" as StreamName;
/** Who may join. */
export const signUpPolicyStream = "signUpPolicy" as StreamName;
/** A link with which others may join, and its uses. */
export const invitationStream = streamsById("invitation");
/** The sessions in which applications that want to be told of their end have signed this user in. */
export const applicationSessionsStream = streamsById("applicationSessions");
/** What became of a logout token. */
export const logoutStream = streamsById("logout");
/** Holds the position up to which every logout token was sent or abandoned. */
export const logoutsProgressStream = "logoutsProgress" as StreamName;
/** A token with which applications register themselves, and its uses. */
export const initialAccessTokenStream = streamsById("initialAccessToken");
/** From where Client ID Metadata Documents are fetched. */
export const clientSourcesStream = "clientSources" as StreamName;
/** What was registered under an entry of that list. */
export const clientSourceStream = streamsById("clientSource");
/** What became of this person's key. */
export const erasureStream = streamsById("erasure");
/** Where the receipt of an erasure is sent. */
export const erasureReceiptStream = streamsById("erasureReceipt");
export const mailStream = streamsById("mail");
/** An admin's check of the mail settings. */
export const mailTestStream = streamsById("mailTest");
/** Holds the mail worker's checkpoint: every email that an event up to it asks for was sent or abandoned. */
export const mailProgressStream = "mailProgress" as StreamName;
/** Holds the position up to which every identifier reservation was confirmed or released. */
export const claimsProgressStream = "claimsProgress" as StreamName;
/** Holds the position up to which every registration was verified or has lapsed. */
export const lapsesProgressStream = "lapsesProgress" as StreamName;
/** Holds the position up to which every change of an address was undone, or can no longer be. */
export const emailChangesProgressStream = "emailChangesProgress" as StreamName;
/** Holds the position up to which lapsed registrations and invitations of the usual validity were erased. */
export const erasuresProgressStream = "erasuresProgress" as StreamName;
/** The same for longer invitations. */
export const lateErasuresProgressStream = "lateErasuresProgress" as StreamName;
/** The same for accounts whose owners asked for it, once the grace is over. */
export const dueErasuresProgressStream = "dueErasuresProgress" as StreamName;
/** The same for what an interrupted erasure has left. */
export const startedErasuresProgressStream = "startedErasuresProgress" as StreamName;
/** Holds the reservations and registrations that workers gave up settling. */
export const settlementsStream = "settlements" as StreamName;
/** The signed checkpoints of the log. */
export const notaryStream = "notary" as StreamName;
/** Whether the log was what the notary had signed, whenever the service looked. */
export const verificationsStream = "verifications" as StreamName;
/** Which backups the service took by itself, and what became of them. */
export const backupsStream = "backups" as StreamName;
/** `key` is the base64url HMAC-SHA-256 of the canonical address or username, so the stream name does not reveal it. */
export const identifierStream = (kind: "email" | "username", key: string) => named(kind, key, digest);
/** Holds snapshots of a long stream's state. `fold` names the decider that evolved it, and its version. */
export const snapshotStream = (of: StreamName, fold: string) =>
  named("snapshot", hash("sha256", JSON.stringify([of, fold]), "base64url"), digest);

export const actor = z.object({ kind: z.enum(["user", "client", "apiKey", "system", "anyone"]), id: z.string() });
export type Actor = z.infer<typeof actor>;

/** The OAuth client or the API key that acts for a user. */
export const delegate = z.object({ kind: z.enum(["client", "apiKey"]), id: z.string() });
export type Delegate = z.infer<typeof delegate>;

/**
 * Stored unencrypted with every event. `actor`: who acted, or on whose behalf the delegate did. `delegate`: null if the actor acted
 * directly. `sessionId`: the session that asked, or null. `fingerprint`: keyed digest that tells a repeated request from a reused
 * idempotency key.
 */
export const storedMetadata = z.object({
  actor,
  delegate: delegate.nullable(),
  sessionId: z.uuid().nullable(),
  correlationId: z.uuid(),
  causationId: z.uuid().nullable(),
  fingerprint: z.string().nullable(),
});
export type StoredMetadata = z.infer<typeof storedMetadata>;

/** The metadata as stored: one text for the same metadata. */
export const metadataText = (metadata: StoredMetadata): string => {
  const { actor, delegate, sessionId, correlationId, causationId, fingerprint } = metadata;
  return JSON.stringify({ actor, delegate, sessionId, correlationId, causationId, fingerprint });
};

/** One event as stored in the log, byte for byte. `sealed`: all personal fields, the client's IP address and user agent, encrypted. */
export interface StoredEvent {
  id: string;
  stream: StreamName;
  version: number;
  position: Position;
  type: string;
  schemaVersion: number;
  /** Milliseconds since the epoch. */
  recordedAt: number;
  person: string | null;
  data: string;
  metadata: string;
  sealed: Uint8Array | null;
}

/** An event ready to be appended: encrypted, but without stream, version and position. */
export type SealedEvent = Omit<StoredEvent, "stream" | "version" | "position">;

/** Everything about a recorded event except its type and payload. */
export interface Envelope extends StoredMetadata {
  id: string;
  stream: StreamName;
  version: number;
  position: Position;
  recordedAt: Date;
  /** The person whose key encrypts the personal fields. */
  person: string | null;
  /** Null until decrypted, once the person is erased, or if none was recorded. */
  ip: string | null;
  userAgent: string | null;
  stored: StoredEvent;
}
