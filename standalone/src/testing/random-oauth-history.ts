import { randomUUID } from "node:crypto";
import { type ApiKeyCommand, apiKey } from "@attestory/command-api/api-keys/api-key.ts";
import { type ApplicationCommand, application } from "@attestory/command-api/applications/application.ts";
import { type AuthorizationCommand, authorization } from "@attestory/command-api/authorizations/authorization.ts";
import { type ConsentCommand, consent } from "@attestory/command-api/consents/consent.ts";
import {
  apiKeyStream,
  applicationStream,
  authorizationStream,
  clientCallsStream,
  clientTokenStream,
  consentStream,
  signingKeysStream,
} from "@attestory/events/envelope.ts";
import type { Fields } from "./random-fields.ts";
import {
  apiKeyCommands,
  applicationCommands,
  authorizationCommands,
  consentCommands,
  type OAuthActionKind,
  type OAuthFields,
} from "./random-oauth-commands.ts";
import type { Fact, RandomStreams } from "./random-streams.ts";

/** The newest id of each pair of a user and an application. */
function createNewest() {
  const ids = new Map<string, string>();
  return ({ userId, applicationId }: Fields, isNew: boolean): string => {
    const pair = `${userId} ${applicationId}`;
    const id = isNew ? randomUUID() : (ids.get(pair) ?? randomUUID());
    ids.set(pair, id);
    return id;
  };
}

/** Applications and what users allow them, and API keys. An API key belongs to its user: the application only tells two of them apart. */
export function createOAuthActors(streams: RandomStreams) {
  const applications = streams.decidedBy(application);
  const consents = streams.decidedBy(consent);
  const authorizations = streams.decidedBy(authorization);
  const apiKeys = streams.decidedBy(apiKey);
  const authorizationOf = createNewest();
  const keyOf = createNewest();

  const withStates = ({ type }: OAuthActionKind, fields: Fields): OAuthFields => {
    const authorizationId = authorizationOf(fields, type === "issue");
    const keyId = keyOf(fields, type === "create");
    return {
      ...fields,
      application: applications.state(applicationStream(fields.applicationId)),
      consent: consents.state(consentStream(fields)),
      authorizationId,
      authorization: authorizations.state(authorizationStream(authorizationId)),
      keyId,
    };
  };

  const consentUsed = ({ userId, applicationId, consent: { isGranted } }: OAuthFields): Fact[] => {
    const data = { userId, applicationId };
    return isGranted ? streams.record(consentStream(data), userId, { type: "ConsentUsed", data }) : [];
  };
  const signingKeyCreated = ({ flag }: OAuthFields): Fact[] => {
    const algorithm = flag ? "ES256" : "RS256";
    const data = { keyId: randomUUID(), algorithm, publicKey: { kty: flag ? "EC" : "RSA" }, encryptedKey: "" } as const;
    return streams.record(signingKeysStream, null, { type: "SigningKeyCreated", data });
  };
  const clientTokenRevoked = ({ applicationId, now }: OAuthFields): Fact[] => {
    const data = { tokenId: randomUUID(), applicationId, expiresAt: now.toISOString() };
    return streams.record(clientTokenStream(data.tokenId), null, { type: "ClientTokenRevoked", data });
  };
  const clientCallFailed = ({ applicationId, flag }: OAuthFields): Fact[] =>
    streams.record(clientCallsStream(applicationId), null, {
      type: "ClientCallFailed",
      data: {
        applicationId,
        callId: randomUUID(),
        endpoint: flag ? "authorize" : "token",
        error: "invalid_request",
        description: "",
        differences: [],
      },
    });
  const facts = {
    ConsentUsed: consentUsed,
    SigningKeyCreated: signingKeyCreated,
    ClientTokenRevoked: clientTokenRevoked,
    ClientCallFailed: clientCallFailed,
  };

  return (choice: OAuthActionKind, given: Fields): Fact[] => {
    const fields = withStates(choice, given);
    const { userId, ownerId, applicationId, authorizationId, keyId } = fields;
    switch (choice.kind) {
      case "application": {
        const command = { type: choice.type, ...applicationCommands[choice.type](fields) } as ApplicationCommand;
        return applications.decide(applicationStream(applicationId), ownerId, command);
      }
      case "consent": {
        const command = { type: choice.type, ...consentCommands[choice.type](fields) } as ConsentCommand;
        return consents.decide(consentStream({ userId, applicationId }), userId, command);
      }
      case "authorization": {
        const command = { type: choice.type, ...authorizationCommands[choice.type](fields) } as AuthorizationCommand;
        return authorizations.decide(authorizationStream(authorizationId), userId, command);
      }
      case "api key": {
        const command = { type: choice.type, ...apiKeyCommands[choice.type](fields) } as ApiKeyCommand;
        return apiKeys.decide(apiKeyStream(keyId), userId, command);
      }
      case "fact":
        return facts[choice.type](fields);
    }
  };
}
