import {
  applicationStream,
  authorizationStream,
  consentStream,
  sessionStream,
  userStream,
} from "@attestory/events/envelope.ts";
import { isGrantAlive } from "@attestory/events/grant-validity.ts";
import { user } from "../accounts/user.ts";
import { sessionOwnerOf } from "../accounts/user-validity.ts";
import { application } from "../applications/application.ts";
import type { Application } from "../applications/application-state.ts";
import { loadApi } from "../applications/find-api.ts";
import { isAdmitted } from "../applications/load-application.ts";
import { consent } from "../consents/consent.ts";
import type { AggregateRepository } from "../handling/aggregate-repository.ts";
import type { AuthorityGuard } from "../handling/authority-guard.ts";
import { session } from "../sessions/session.ts";
import { authorization } from "./authorization.ts";
import type { Authorization } from "./authorization-state.ts";

type Load = AggregateRepository["load"];

/**
 * Asked right before the append of a code's or a refresh token's use, so that none succeeds after the call that revoked it was answered.
 * Its own stream does not show that its user, session, consent or application ended, or the API that it is for.
 */
export const grantGuard: AuthorityGuard = {
  stream: null,
  async hasEnded(load, { id: authorizationId }, present) {
    const { state } = await load(authorization, authorizationStream(authorizationId));
    if (state.status === "none") return true;
    const [facts, api] = await Promise.all([factsOf(load, state), state.api && loadApi({ load }, state.api)]);
    return !isGrantAlive(state, facts, present) || (state.api !== null && api === null);
  },
};

/** Reads the streams at once: on servers, each read is a round trip. */
async function factsOf(load: Load, { userId, sessionId, applicationId, offline }: Authorization) {
  const [owner, ownSession, given, client] = await Promise.all([
    load(user, userStream(userId)),
    offline ? null : load(session, sessionStream(sessionId)),
    load(consent, consentStream({ userId, applicationId })),
    load(application, applicationStream(applicationId)),
  ]);
  return {
    owner: sessionOwnerOf(owner.state),
    session: ownSession?.state.status === "started" ? ownSession.state : null,
    consent: { granted: given.state.isGranted, scopes: given.state.scopes, epoch: given.state.epoch },
    application: client.state.status === "registered" ? await counting(load, client.state) : null,
  };
}

const counting = async (load: Load, application: Application): Promise<Application> => ({
  ...application,
  isActive: application.isActive && (await isAdmitted({ load }, application)),
});
