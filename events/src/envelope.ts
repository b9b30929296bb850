import { hash } from "node:crypto";
import { z } from "zod";

/** Place in the whole log; only grows. Zero is before the first event. */
export type Position = bigint;

declare const streamNameBrand: unique symbol;
/** `<kind>-<uuid or hmac>`; made by the functions below alone, so nothing typed by a person reaches a stream's name. */
export type StreamName = string & { readonly [streamNameBrand]: true };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const digest = /^[A-Za-z0-9_-]{43}$/;

function named(kind: string, key: string, pattern: RegExp): StreamName {
  if (!pattern.test(key)) throw new TypeError(`not a key of a ${kind} stream`);
  return `${kind}-${key}` as StreamName;
}

export const userStream = (id: string) => named("user", id, uuid);
export const sessionStream = (id: string) => named("session", id, uuid);
/** Guesses at this person's password. */
export const attemptsStream = (userId: string) => named("attempts", userId, uuid);
export const mailStream = (eventId: string) => named("mail", eventId, uuid);
/** Where the mail worker notes how far every letter has been dealt with. */
export const mailProgressStream = "mailProgress" as StreamName;
/** Where it is noted up to which place every claim of an address or a name has been settled. */
export const claimsProgressStream = "claimsProgress" as StreamName;
/** `key` is the base64url HMAC-SHA-256 of the canonical address or name, so the name of the stream tells nothing. */
export const identifierStream = (kind: "email" | "username", key: string) => named(kind, key, digest);
/** Where it is kept what a long stream comes to when it is folded in that way. */
export const snapshotStream = (of: StreamName, fold: string) =>
  named("snapshot", hash("sha256", JSON.stringify([of, fold]), "base64url"), digest);

export const actor = z.object({ kind: z.enum(["user", "client", "apiKey", "system", "anyone"]), id: z.string() });
export type Actor = z.infer<typeof actor>;

/** Stored in clear beside every event. `fingerprint`: keyed digest of the request, to tell a repeat from a reused idempotency key. */
export const storedMetadata = z.object({
  actor,
  correlationId: z.uuid(),
  causationId: z.uuid().nullable(),
  fingerprint: z.string().nullable(),
});
export type StoredMetadata = z.infer<typeof storedMetadata>;

/** What the log keeps of one event, byte for byte. `sealed` holds every personal field and the client's address and user agent. */
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

/** An event ready to be appended: sealed, but not yet at a place. */
export type SealedEvent = Omit<StoredEvent, "stream" | "version" | "position">;

/** Everything about a recorded event but its type and payload. */
export interface Envelope extends StoredMetadata {
  id: string;
  stream: StreamName;
  version: number;
  position: Position;
  recordedAt: Date;
  /** Whose key seals the personal fields. */
  person: string | null;
  /** Null while sealed, once the person is erased, or when there was none. */
  ip: string | null;
  userAgent: string | null;
  stored: StoredEvent;
}
