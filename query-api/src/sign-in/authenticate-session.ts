import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { type Present, sessionValidity } from "@attestory/events/session-validity.ts";
import { isProblem, notSignedIn, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { Credential, RequestContext } from "@attestory/http/routing/request-context.ts";
import type { Route } from "@attestory/http/routing/route.ts";
import { matchesTokenHash, parseSessionToken, type SessionToken } from "@attestory/http/security/session-token.ts";
import { authenticationNames } from "@attestory/projections/read-models/all-projections.ts";
import { type SessionDocument, sessions } from "@attestory/projections/read-models/sessions.ts";
import { type UserDocument, users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { LRUCache } from "lru-cache";
import type { RefuseAdmin } from "../admin/require-second-factor.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { isNamed, type NamedUser, type SessionPrincipal } from "../handling/query-route.ts";
import type { UseRecorder } from "../recording/use-recorder.ts";
import { sessionActivity } from "./session-activity.ts";

/** Sessions whose owners are remembered, some 200 bytes each. */
const mostOwners = 10_000;

export interface AuthenticationParts {
  log: Pick<EventLog, "generation" | "head">;
  store: Pick<ReadStore, "get">;
  freshness: Freshness;
  uses: Pick<UseRecorder, "record">;
  refuseAdmin: RefuseAdmin;
  now: Clock;
}

/** `unsettled`: these documents do not sign the user in, but events not yet projected may change that. */
type Found = SessionPrincipal | "refused" | "unsettled";

/**
 * Authenticates a session token from the read models. Answers 503 unless they are fresh, so that a revoked session is never accepted
 * for long. Every invalid token gets the same 401.
 */
export const authenticator = ({ log, store, freshness, uses, refuseAdmin, now }: AuthenticationParts) => {
  /** Of recent sessions, which never change owners. */
  const owners = new LRUCache<string, string>({ max: mostOwners });

  /** The session, and how its owner is had: both are read at once where the owner is known. */
  const read = async ({ sessionId }: SessionToken) => {
    const known = owners.get(sessionId);
    const early = known === undefined ? null : store.get(users, known);
    // Whether it can be read counts only once the session has been.
    early?.catch(() => {});
    const session = await store.get(sessions, sessionId);
    const owner = async ({ userId }: SessionDocument) => {
      owners.set(sessionId, userId);
      return userId === known && early ? early : store.get(users, userId);
    };
    return { session, owner };
  };

  const find = async (token: SessionToken): Promise<Found> => {
    const { session, owner } = await read(token);
    if (!session) return "unsettled";
    if (!matchesTokenHash(token.secret, session.tokenHash) || session.ended) return "refused";
    const user = await owner(session);
    return user ? validate(session, user, { now: now(), generation: log.generation }) : "unsettled";
  };

  /** As `find`, but first waits until everything is projected if that may change the answer. */
  const findSettled = async (token: SessionToken): Promise<Found | "lagging"> => {
    const found = await find(token);
    if (found !== "unsettled") return found;
    return (await freshness.waitForPosition(authenticationNames, await log.head())) ? find(token) : "lagging";
  };

  const signIn = async (value: string, context: RequestContext): Promise<SessionPrincipal | ProblemAnswer> => {
    const token = parseSessionToken(value);
    if (!token) return notSignedIn();
    if (!(await freshness.readable(context, authenticationNames))) return projectionLag();
    const found = await findSettled(token);
    if (found === "lagging") return projectionLag();
    return typeof found === "string" ? notSignedIn() : found;
  };

  return async (
    { value }: Credential,
    context: RequestContext,
    route: Pick<Route, "countsAsUse" | "access">,
  ): Promise<SessionPrincipal | ProblemAnswer> => {
    const found = await signIn(value, context);
    if (isProblem(found)) return found;
    const refusal = await refuseAdmin(found.user, context, route);
    if (refusal) return refusal;
    if (route.countsAsUse) uses.record(sessionActivity(found), context);
    return found;
  };
};

function validate(session: SessionDocument, user: UserDocument, present: Present): Found {
  switch (sessionValidity(sessionFacts(session), user, present)) {
    case "good":
      return isNamed(user) ? principal(session, user) : "refused";
    case "expired":
      return "refused";
    case "ended":
      return "unsettled";
  }
}

const principal = (session: SessionDocument, user: NamedUser): SessionPrincipal => ({
  kind: "session",
  userId: user.id,
  sessionId: session.id,
  user,
  session,
  pending: session.pending,
  roles: user,
});

/** Converts the document to the input of `sessionValidity`. */
export const sessionFacts = (session: SessionDocument) => ({
  id: session.id,
  generation: session.generation,
  pending: session.pending,
  sessionEpoch: session.sessionEpoch,
  startedAt: new Date(session.startedAt),
  lastSeenAt: new Date(session.lastSeenAt),
  idleSeconds: session.idleSeconds,
  absoluteSeconds: session.absoluteSeconds,
  ended: session.ended !== null,
});
