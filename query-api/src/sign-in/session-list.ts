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
  store: Pick<ReadStore, "list">,
  { user, session: current }: QueryPrincipal,
  { limit, cursor }: Page,
  now: Clock,
): Promise<SessionPage> {
  const first = cursor ? [] : [current];
  const wanted = limit - first.length;
  const at = now();
  const isOther = ({ document: session }: Listed<SessionDocument>) =>
    session.id !== current.id && !session.pending && sessionValidity(sessionFacts(session), user, at) === "good";

  /** Sessions are listed by last use, newest first: from the first one older than this on, all have expired. */
  const deadBefore = at.getTime() - longestSessionSeconds * 1000;

  const others: Listed<SessionDocument>[] = [];
  let after: Place | null = cursor ?? top;
  // Reads one more than is shown, to know whether there is a next page.
  while (after && others.length <= wanted) {
    const listed: Listed<SessionDocument>[] = await store.list(sessions, {
      ...{ index: "user", value: user.id, direction: "descending", limit: chunk, after },
    });
    others.push(...listed.filter(isOther));
    const last = listed.at(-1);
    after = last && listed.length === chunk && last.document.lastSeenAt > deadBefore ? last : null;
  }
  const shown = others.slice(0, wanted);
  return {
    sessions: [...first, ...shown.map(({ document }) => document)],
    last: others.length > wanted ? placeOf(shown.at(-1) ?? cursor ?? top) : null,
  };
}

const placeOf = ({ order, key }: Place): Place => ({ order, key });
