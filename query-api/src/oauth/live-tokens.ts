import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { actsForItselfAt, canonicalResource } from "@attestory/events/api-events.ts";
import { applicationIdOf } from "@attestory/events/client-id.ts";
import { resourceStream } from "@attestory/events/envelope.ts";
import { isGrantAlive } from "@attestory/events/grant-validity.ts";
import { authenticationNames } from "@attestory/projections/read-models/all-projections.ts";
import { apiResources } from "@attestory/projections/read-models/api-resources.ts";
import type { ApplicationDocument } from "@attestory/projections/read-models/applications.ts";
import { type AuthorizationDocument, authorizations } from "@attestory/projections/read-models/authorizations.ts";
import { type ConsentDocument, consentKey, consents } from "@attestory/projections/read-models/consents.ts";
import { revokedClientTokens } from "@attestory/projections/read-models/revoked-client-tokens.ts";
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { Freshness } from "../handling/freshness.ts";
import { isNamed, type NamedUser } from "../handling/query-route.ts";
import { sessionFacts } from "../sign-in/authenticate-session.ts";
import { findApplication } from "./find-application.ts";
import type { AccessTokenClaims } from "./verify-access-token.ts";

export interface LiveTokenParts {
  store: Pick<ReadStore, "get">;
  log: Pick<EventLog, "generation" | "head">;
  freshness: Pick<Freshness, "waitForPosition">;
  now: Clock;
}

/** A grant that may be used, with the documents that prove it. */
export interface LiveGrant {
  kind: "grant";
  authorization: AuthorizationDocument;
  user: NamedUser;
  /** It is not granted for a trusted application that never asked. */
  consent: ConsentDocument | null;
}

/** An application that acts for itself. */
export interface LiveClient {
  kind: "client";
  application: ApplicationDocument;
}

/** Null: the token ended. `lagging`: the read models are not up to date, so that is not known. */
type Found<Live> = Live | null | "lagging";

export interface LiveTokens {
  /** What stands behind an access token whose signature was verified. */
  ofAccessToken(claims: AccessTokenClaims): Promise<Found<LiveGrant | LiveClient>>;
  /**
   * The grant of a refresh token, as of the log's head: of two refresh tokens that follow each other, an older document would call the
   * former one good and the newer one unknown.
   */
  ofGrant(authorizationId: string): Promise<Found<LiveGrant>>;
}

/** Decides from the documents, read anew each time, whether a token still counts: a revocation holds as soon as it is projected. */
export function createLiveTokens({ store, log, freshness, now }: LiveTokenParts): LiveTokens {
  const findGrant = async (authorizationId: string): Promise<LiveGrant | null> => {
    const authorization = await store.get(authorizations, authorizationId);
    if (!authorization || authorization.ended) return null;
    const { user, consent, ...facts } = await factsOf(store, authorization);
    if (!user || !isNamed(user)) return null;
    const { isGranted: granted = false, scopes = [], epoch = 0 } = consent ?? {};
    const present = { now: now(), generation: log.generation };
    return isGrantAlive(authorization, { owner: user, consent: { granted, scopes, epoch }, ...facts }, present)
      ? { kind: "grant", authorization, user, consent }
      : null;
  };

  const findToken = async (claims: AccessTokenClaims): Promise<LiveGrant | LiveClient | null> => {
    const audience = await findAudience(store, claims);
    if (!audience) return null;
    if (claims.grant === undefined) return findActing({ store, log, audience }, claims);
    const found = await findGrant(claims.grant);
    return found && belongsTo(claims, found.authorization) ? found : null;
  };

  const findAtHead = async <Live>(find: () => Promise<Live | null>): Promise<Found<Live>> =>
    (await freshness.waitForPosition(authenticationNames, await log.head())) ? find() : "lagging";

  /** What ended may only seem so: events that are not yet projected may be what the token is based on. */
  const settled = async <Live>(find: () => Promise<Live | null>): Promise<Found<Live>> =>
    (await find()) ?? findAtHead(find);

  return {
    ofAccessToken: (claims) => settled(() => findToken(claims)),
    ofGrant: (authorizationId) => findAtHead(() => findGrant(authorizationId)),
  };
}

/** The documents that decide whether the grant may be used. */
async function factsOf(store: Pick<ReadStore, "get">, authorization: AuthorizationDocument) {
  const [user, application, consent, session] = await Promise.all([
    store.get(users, authorization.userId),
    findApplication(store, authorization.applicationId),
    store.get(consents, consentKey(authorization)),
    authorization.offline ? null : store.get(sessions, authorization.sessionId),
  ]);
  return {
    user,
    application,
    consent,
    session: session && sessionFacts(session),
  };
}

type Audience = { api: "ours" | (NonNullable<ApplicationDocument["api"]> & { applicationId: string }) };

/** What the token is for, if it is still there: of an API, its application is active, and has this identifier by settings and reservation. */
async function findAudience(
  store: Pick<ReadStore, "get">,
  { api: applicationId, aud }: AccessTokenClaims,
): Promise<Audience | null> {
  if (applicationId === undefined) return { api: "ours" };
  const canonical = canonicalResource(aud);
  const [owner, holder] = await Promise.all([
    findApplication(store, applicationId),
    store.get(apiResources, resourceStream(canonical)),
  ]);
  const api = owner?.isActive ? owner.api : null;
  const isIts = holder?.applicationId === applicationId && api && canonicalResource(api.resource) === canonical;
  return isIts ? { api: { ...api, applicationId } } : null;
}

const mayActAt = ({ api }: Audience, { id, ownerId }: ApplicationDocument): boolean =>
  api === "ours" || actsForItselfAt(api, { applicationId: id, ownerId });

const belongsTo = (
  { sub, client_id, jti }: AccessTokenClaims,
  { userId, applicationId, revoked }: AuthorizationDocument,
): boolean =>
  sub === userId && applicationIdOf(client_id) === applicationId && !revoked.some(({ tokenId }) => tokenId === jti);

/** The application that got the token for itself. */
async function findActing(
  { store, log, audience }: Pick<LiveTokenParts, "store" | "log"> & { audience: Audience },
  // Without an epoch or a generation it was issued before this was recorded: before the first suspension, and in the first generation.
  { client_id, sub, jti, epoch = 0, generation = 1 }: AccessTokenClaims,
): Promise<LiveClient | null> {
  const [application, revoked] = await Promise.all([
    findApplication(store, client_id),
    store.get(revokedClientTokens, jti),
  ]);
  if (generation !== log.generation || revoked || sub !== client_id) return null;
  if (!application?.isActive || application.epoch !== epoch) return null;
  return mayActAt(audience, application) ? { kind: "client", application } : null;
}
