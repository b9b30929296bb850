import type { Clock } from "@attestory/event-store/clock.ts";
import { longestSessionSeconds, sessionValidity } from "@attestory/events/session-validity.ts";
import { type SessionDocument, sessions } from "@attestory/projections/read-models/sessions.ts";
import type { Listed, Place, ReadStore } from "@attestory/projections/store/read-store.ts";
import { sessionFacts } from "../authenticate.ts";
import type { Page } from "../paging.ts";
import type { QueryPrincipal } from "../query-route.ts";

export interface SessionPage {
  sessions: SessionDocument[];
  /** Where the next page continues; null at the end. */
  last: Place | null;
}

/** Precedes all places in descending order: their `order` values are instants in digits. */
const top: Place = { order: "~", key: "" };
const chunk = 200;

/** The user's good sessions: the requesting session first, then the others by their last use. */
export async function listSessions(
  { store, now }: { store: Pick<ReadStore, "list">; now: Clock },
  { user, session: current }: QueryPrincipal,
  { limit, cursor }: Page,
): Promise<SessionPage> {
  const at = now();
  const first = cursor ? [] : [current];
  const wanted = limit - first.length;
  const isOther = ({ document: session }: Listed<SessionDocument>) =>
    session.id !== current.id && !session.pending && sessionValidity(sessionFacts(session), user, at) === "good";

  const others: Listed<SessionDocument>[] = [];
  for await (const listed of byLastUse(store, user.id, { after: cursor ?? top, at })) {
    others.push(...listed.filter(isOther));
    // One more than is shown, to know whether there is a next page.
    if (others.length > wanted) break;
  }
  const shown = others.slice(0, wanted);
  return {
    sessions: [...first, ...shown.map(({ document }) => document)],
    last: others.length > wanted ? placeOf(shown.at(-1) ?? cursor ?? top) : null,
  };
}

/** The user's sessions in chunks, the last used first, up to those that have expired because of their age. */
async function* byLastUse(
  store: Pick<ReadStore, "list">,
  userId: string,
  { after, at }: { after: Place; at: Date },
): AsyncGenerator<Listed<SessionDocument>[]> {
  const deadBefore = at.getTime() - longestSessionSeconds * 1000;
  for (let place: Place | null = after; place; ) {
    const listed: Listed<SessionDocument>[] = await store.list(sessions, {
      index: "user",
      value: userId,
      direction: "descending",
      limit: chunk,
      after: place,
    });
    yield listed;
    const last = listed.at(-1);
    place = last && listed.length === chunk && last.document.lastSeenAt > deadBefore ? last : null;
  }
}

const placeOf = ({ order, key }: Place): Place => ({ order, key });
