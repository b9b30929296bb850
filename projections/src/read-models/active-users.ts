import { hash } from "node:crypto";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { sessionEvents } from "@attestory/events/sign-in-events.ts";
import { defineProjection } from "./define-projection.ts";
import { dayOf, monthOf, weekOf } from "./periods.ts";
import type { Projection } from "./projection.ts";

type Use = Recorded<"SessionStarted" | "SessionSeen" | "SessionReauthenticated">;

/**
 * The users of one period whose ids have a hash that begins with one byte. `users`: the next six bytes of each hash, as eight characters
 * of base64url, sorted and without separators. One text is read and written faster than a list.
 */
export interface ActiveUsersDocument {
  users: string;
}

const charactersOfUser = 8;

/**
 * The distinct users who used the service in each day, ISO week and month of UTC. Keyed by period and first byte of the hash, such as
 * `day/2026-11-23/0a`: 256 documents of a period share its users, so that each stays small.
 */
export const activeUsers: Projection<ActiveUsersDocument> = defineProjection({
  name: "activeUsers@1",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys(event) {
    const userId = userOf(event);
    if (userId === null) return [];
    const { recordedAt } = event;
    const { part } = digestOf(userId);
    return [dayPeriod(dayOf(recordedAt)), weekPeriod(weekOf(recordedAt)), monthPeriod(monthOf(recordedAt))].map(
      (period) => `${period}/${part}`,
    );
  },
  covers: sessionEvents,
  ignores: ["SessionEnded"],
  begin: { SessionStarted: withUser, SessionSeen: withUser, SessionReauthenticated: withUser },
});

function withUser(event: Use, document: ActiveUsersDocument | null): ActiveUsersDocument | null {
  const userId = userOf(event);
  if (userId === null) return document;
  const { user } = digestOf(userId);
  const users = document?.users ?? "";
  const place = placeOf(user, users);
  if (document && users.startsWith(user, place)) return document;
  return { users: users.slice(0, place) + user + users.slice(place) };
}

/** A pending session is that of a registration which was not verified yet. */
function userOf(event: Use): string | null {
  return event.type === "SessionStarted" && event.data.pending ? null : event.person;
}

/** Of users whose events came last: each event asks four times. */
const digests = new Map<string, { part: string; user: string }>();
const mostDigests = 2000;

function digestOf(userId: string) {
  const known = digests.get(userId);
  if (known) return known;
  if (digests.size >= mostDigests) digests.clear();
  const bytes = hash("sha256", userId, "buffer");
  const digest = { part: bytes.toString("hex", 0, 1), user: bytes.toString("base64url", 1, 7) };
  digests.set(userId, digest);
  return digest;
}

/** Where the user is in the text, or belongs, by binary search. */
function placeOf(user: string, users: string): number {
  let [low, high] = [0, users.length / charactersOfUser];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * charactersOfUser;
    if (users.slice(at, at + charactersOfUser) < user) low = middle + 1;
    else high = middle;
  }
  return low * charactersOfUser;
}

export const dayPeriod = (day: string) => `day/${day}`;
export const weekPeriod = (week: string) => `week/${week}`;
export const monthPeriod = (month: string) => `month/${month}`;

const parts = Array.from({ length: 256 }, (_, part) => part.toString(16).padStart(2, "0"));

/** The keys of all documents of a period. */
export const keysOfPeriod = (period: string): string[] => parts.map((part) => `${period}/${part}`);

/** How many users these documents hold together. */
export const countUsers = (documents: Iterable<ActiveUsersDocument>): number =>
  [...documents].reduce((count, { users }) => count + users.length / charactersOfUser, 0);
