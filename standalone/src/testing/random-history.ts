import { hash, randomUUID } from "node:crypto";
import { invitedAccounts } from "@attestory/command-api/accounts/invited-accounts.ts";
import { user } from "@attestory/command-api/accounts/user.ts";
import { apiKey } from "@attestory/command-api/api-keys/api-key.ts";
import { application } from "@attestory/command-api/applications/application.ts";
import { resourceReservation } from "@attestory/command-api/applications/resource-reservation.ts";
import { authorization } from "@attestory/command-api/authorizations/authorization.ts";
import { deviceRequest } from "@attestory/command-api/authorizations/device-request.ts";
import { initialAccessToken } from "@attestory/command-api/client-registration/initial-access-token.ts";
import { clientSourceUses } from "@attestory/command-api/client-sources/client-source-uses.ts";
import { clientSources } from "@attestory/command-api/client-sources/client-sources.ts";
import { consent } from "@attestory/command-api/consents/consent.ts";
import type { Decider } from "@attestory/command-api/handling/decider.ts";
import { hardwareKeys } from "@attestory/command-api/hardware-keys/hardware-keys.ts";
import { invitation } from "@attestory/command-api/joining/invitation.ts";
import { signUpPolicy } from "@attestory/command-api/joining/policy.ts";
import { mailTest } from "@attestory/command-api/mail/mail-test.ts";
import { secondFactors } from "@attestory/command-api/second-factors/second-factors.ts";
import { session } from "@attestory/command-api/sessions/session.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import {
  apiKeyStream,
  applicationStream,
  authorizationStream,
  backupsStream,
  clientSourceStream,
  clientSourcesStream,
  consentStream,
  deviceRequestStream,
  hardwareKeysStream,
  initialAccessTokenStream,
  invitationStream,
  invitedAccountsStream,
  mailTestStream,
  resourceStream,
  type StreamName,
  secondFactorsStream,
  sessionStream,
  signingKeysStream,
  signUpPolicyStream,
  userStream,
} from "@attestory/events/envelope.ts";
import { type Action, type Choices, choices } from "./random-actions.ts";
import { type CommandOf, type Fields, fieldsOf, type Ids } from "./random-fields.ts";
import { resourceOf } from "./random-resource-commands.ts";
import { createRandomStreams, type Fact } from "./random-streams.ts";

/** What commands are done to: each has one stream for these ids. */
interface Subject<Type extends string> {
  perform(type: Type, fields: Fields): Fact[];
}

interface Placed<Command> {
  streamOf(ids: Ids): StreamName;
  /** Whose key encrypts its events. */
  person?(ids: Ids, command: Command): string;
}

const threeIds = () => [randomUUID(), randomUUID(), randomUUID()] as const;

/** The newest id of each pair of a user and an application. */
function createNewest() {
  const ids = new Map<string, string>();
  return (userId: string, applicationId: string, isNew: boolean): string => {
    const pair = `${userId} ${applicationId}`;
    const id = isNew ? randomUUID() : (ids.get(pair) ?? randomUUID());
    ids.set(pair, id);
    return id;
  };
}

const sharedStreams = [backupsStream, clientSourcesStream, signingKeysStream, signUpPolicyStream];

/** The versions of the streams that every history on this log shares. */
export async function sharedVersions(log: Pick<EventLog, "read">): Promise<Map<StreamName, number>> {
  const versions = sharedStreams.map(async (stream) => [stream, (await log.read(stream)).version] as const);
  return new Map(await Promise.all(versions));
}

/**
 * Three users whose actions go through the deciders, so that only possible histories are generated. Each owns an application.
 * `versions`: those of the streams that every history shares.
 */
export function createActors(versions: ReadonlyMap<StreamName, number>) {
  const people = threeIds();
  const devices = threeIds();
  const applications = threeIds();
  const invitations = threeIds();
  const mailTests = threeIds();
  const authorizationOf = createNewest();
  // An API key belongs to its user: the application only tells two of them apart.
  const apiKeyOf = createNewest();
  const streams = createRandomStreams(new Map(versions));

  const decidedBy = <State, Command extends { type: string }, Event extends AttestoryEvent, Reason extends string>(
    decider: Decider<State, Command, Event, Reason>,
    fields: CommandOf<Command>,
    { streamOf, person = ({ userId }) => userId }: Placed<Command>,
  ) => {
    const decided = streams.decidedBy(decider);
    return {
      state: (ids: Ids): State => decided.state(streamOf(ids)),
      perform(type: Command["type"], given: Fields): Fact[] {
        const made: object = { type, ...fields[type as keyof CommandOf<Command>](given) };
        return decided.decide(streamOf(given), person(given, made as Command), made as Command);
      },
    };
  };
  const policies = streams.decidedBy(signUpPolicy);
  const subjects = {
    user: decidedBy(user, choices.user, { streamOf: ({ userId }) => userStream(userId) }),
    session: decidedBy(session, choices.session, { streamOf: ({ sessionId }) => sessionStream(sessionId) }),
    factors: decidedBy(secondFactors, choices.factors, { streamOf: ({ userId }) => secondFactorsStream(userId) }),
    keys: decidedBy(hardwareKeys, choices.keys, { streamOf: ({ userId }) => hardwareKeysStream(userId) }),
    application: decidedBy(application, choices.application, {
      streamOf: ({ applicationId }) => applicationStream(applicationId),
      person: ({ ownerId }) => ownerId,
    }),
    consent: decidedBy(consent, choices.consent, { streamOf: consentStream }),
    authorization: decidedBy(authorization, choices.authorization, {
      streamOf: (ids) => authorizationStream(ids.authorizationId),
    }),
    "device request": decidedBy(deviceRequest, choices["device request"], {
      streamOf: ({ userId, applicationId }) => deviceRequestStream(hash("sha256", userId + applicationId, "base64url")),
    }),
    "api key": decidedBy(apiKey, choices["api key"], { streamOf: ({ apiKeyId }) => apiKeyStream(apiKeyId) }),
    "sign-up policy": {
      perform: (mode, fields) =>
        policies.decide(signUpPolicyStream, fields.userId, { mode, domains: choices["sign-up policy"][mode](fields) }),
    },
    invitation: decidedBy(invitation, choices.invitation, {
      streamOf: ({ invitationId }) => invitationStream(invitationId),
      // An address is encrypted under the invitation's own key.
      person: ({ invitationId, userId }, made) => (made.type === "make" && made.email !== null ? invitationId : userId),
    }),
    "initial access token": decidedBy(initialAccessToken, choices["initial access token"], {
      streamOf: ({ invitationId }) => initialAccessTokenStream(invitationId),
    }),
    "client source use": decidedBy(clientSourceUses, choices["client source use"], {
      streamOf: ({ invitationId }) => clientSourceStream(invitationId),
    }),
    resource: decidedBy(resourceReservation, choices.resource, { streamOf: (ids) => resourceStream(resourceOf(ids)) }),
    "client source": decidedBy(clientSources, choices["client source"], { streamOf: () => clientSourcesStream }),
    "invited account": decidedBy(invitedAccounts, choices["invited account"], {
      streamOf: ({ userId }) => invitedAccountsStream(userId),
    }),
    "mail test": decidedBy(mailTest, choices["mail test"], { streamOf: ({ testId }) => mailTestStream(testId) }),
    fact: { perform: (type, fields) => choices.fact[type](fields, streams) },
  } satisfies { [Kind in keyof Choices]: Subject<keyof Choices[Kind] & string> };

  const fieldsFor = ({ who, where, text, flag, kind: { type } }: Action): Fields => {
    const userId = people[who] ?? people[0];
    const applicationId = applications[where] ?? applications[0];
    const ids = {
      userId,
      ownerId: people[where] ?? people[0],
      sessionId: devices[where] ?? devices[0],
      applicationId,
      authorizationId: authorizationOf(userId, applicationId, type === "issue" || type === "request"),
      apiKeyId: apiKeyOf(userId, applicationId, type === "create"),
      invitationId: invitations[where] ?? invitations[0],
      testId: mailTests[where] ?? mailTests[0],
    };
    const state = subjects.user.state(ids);
    return fieldsOf({
      ...ids,
      registered: state.status === "registered" ? state : null,
      factors: subjects.factors.state(ids),
      keys: subjects.keys.state(ids),
      application: subjects.application.state(ids),
      consent: subjects.consent.state(ids),
      authorization: subjects.authorization.state(ids),
      username: `u-${who}`,
      text,
      flag,
      now: streams.now(),
    });
  };

  return {
    people,
    keys: [...people, ...devices, ...applications, ...invitations],
    perform(action: Action): Fact[] {
      streams.advance(action.seconds);
      const { kind, type } = action.kind;
      const subject: Subject<string> = subjects[kind];
      return subject.perform(type, fieldsFor(action));
    },
  };
}
