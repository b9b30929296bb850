import type { Clock } from "@attestory/event-store/clock.ts";
import { sessionValidity } from "@attestory/events/session-validity.ts";
import { epochOf, instantOrder, type SessionDocument, sessions } from "@attestory/projections/read-models/sessions.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import type { Listed, Place, ReadStore } from "@attestory/projections/store/read-store.ts";
import type { Page } from "../handling/paging.ts";
import { sessionFacts } from "./authenticate-session.ts";

export interface SessionPage {
  sessions: SessionDocument[];
  /** Where the next page continues; null at the end. */
  last: Place | null;
}

interface Dependencies {
  store: Pick<ReadStore, "get" | "list">;
  /** Of the log. */
  generation: number;
  now: Clock;
}

/** Precedes all places in descending order: their `order` values are instants in digits. */
const top: Place = { order: "~", key: "" };
const chunk = 200;

/** The user's good sessions: `current` first, if it is given, then the others by their last use. */
export async function listSessions(
  { store, generation, now }: Dependencies,
  { user, current }: { user: UserDocument; current: SessionDocument | null },
  { limit, cursor }: Page,
): Promise<SessionPage> {
  const at = now();
  const isGood = (session: SessionDocument) =>
    sessionValidity(sessionFacts(session), user, { now: at, generation }) === "good";
  const isOther = (session: SessionDocument) => session.id !== current?.id && !session.pending && isGood(session);
  const live = await liveSessions(store, user, at);
  const others = live.filter(isOther).toSorted((one, other) => (isAfter(placeOf(one), placeOf(other)) ? 1 : -1));
  const remaining = cursor ? others.filter((session) => isAfter(placeOf(session), cursor)) : others;

  const first = cursor || !current ? [] : [current];
  const shown = remaining.slice(0, limit - first.length);
  const isLast = shown.length === remaining.length;
  const end = shown.at(-1);
  return { sessions: [...first, ...shown], last: isLast ? null : end ? placeOf(end) : top };
}

/**
 * The user's sessions that have not expired. Reads no others: an account has at most some hundred live sessions, but may have had any
 * number.
 */
async function liveSessions(store: Dependencies["store"], user: UserDocument, at: Date): Promise<SessionDocument[]> {
  const { id: userId, sessionEpoch, keptSession } = user;
  const kept = keptSession === null ? null : await store.get(sessions, keptSession);
  // Of the current epoch, it is in the index.
  const live = kept && kept.sessionEpoch !== sessionEpoch ? [kept] : [];
  const expired = instantOrder(at.getTime());
  for (let place: Place | null = top; place; ) {
    const listed: Listed<SessionDocument>[] = await store.list(sessions, {
      index: "user",
      value: epochOf({ userId, sessionEpoch }),
      direction: "descending",
      limit: chunk,
      after: place,
    });
    const unexpired = listed.filter(({ order }) => order > expired);
    live.push(...unexpired.map(({ document }) => document));
    place = unexpired.length === chunk ? (listed.at(-1) ?? null) : null;
  }
  return live;
}

/** A session's place in the answered list. */
const placeOf = ({ lastSeenAt, id }: SessionDocument): Place => ({ order: instantOrder(lastSeenAt), key: id });

/** Whether the first place comes after the second one in the list, which descends. */
const isAfter = (one: Place, other: Place): boolean =>
  one.order < other.order || (one.order === other.order && one.key < other.key);
