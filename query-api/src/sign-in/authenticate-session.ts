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
import type { RefuseAdmin } from "../admin/require-second-factor.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { isNamed, type NamedUser, type SessionPrincipal } from "../handling/query-route.ts";
import type { UseRecorder } from "../recording/use-recorder.ts";
import { sessionActivity } from "./session-activity.ts";

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
  const find = async (token: SessionToken): Promise<Found> => {
    const session = await store.get(sessions, token.sessionId);
    if (!session) return "unsettled";
    if (!matchesTokenHash(token.secret, session.tokenHash) || session.ended) return "refused";
    const user = await store.get(users, session.userId);
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
