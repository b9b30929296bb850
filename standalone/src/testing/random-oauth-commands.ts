import { randomUUID } from "node:crypto";
import type { ApiKeyCommand } from "@attestory/command-api/api-keys/api-key.ts";
import type { ApplicationCommand } from "@attestory/command-api/applications/application-command.ts";
import type { AuthorizationCommand } from "@attestory/command-api/authorizations/authorization.ts";
import type { EndReason } from "@attestory/command-api/authorizations/authorization-state.ts";
import type { DeviceRequestCommand } from "@attestory/command-api/authorizations/device-request.ts";
import type { InitialAccessTokenCommand } from "@attestory/command-api/client-registration/initial-access-token.ts";
import type { ConsentCommand } from "@attestory/command-api/consents/consent.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import type { CommandOf, Fields } from "./random-fields.ts";

const named = ({ text }: Fields) => text ?? "Ledgerline";
const described = (fields: Fields) => {
  const { redirectUri } = fields;
  const { applicationId: _, ...settings } = sampleApplication({ name: named(fields), redirectUris: [redirectUri] });
  return settings;
};
/** RFC 7515 appendix A.3. */
const ellipticKey = {
  kty: "EC",
  crv: "P-256",
  x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
  y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
};
const api = {
  resource: "https://api.ledgerline.example",
  scopes: [{ name: "invoices:read", description: "Read your invoices" }],
  clients: [],
};
const apiOf = ({ applicationId }: Fields) => ({ applicationId, resource: api.resource });
const secret = () => ({ encrypted: null, digest: `digest of ${randomUUID()}` });

/** The fields of every command of an application. */
export const applicationCommands: CommandOf<ApplicationCommand> = {
  register: (fields) => ({
    applicationId: fields.applicationId,
    ownerId: fields.ownerId,
    ...described(fields),
    kind: fields.text === "Ada" ? "public" : "confidential",
    clientSecret: fields.text === "Ada" ? null : secret(),
  }),
  change: (fields) => {
    const { usesPrivateKeyJwt: _, ...settings } = described(fields);
    const { ownerId, userId, flag } = fields;
    const jwks = flag ? { keys: [ellipticKey] } : null;
    const isOfApi = fields.text === "Grace";
    return { ownerId, admins: [userId], isByItself: flag, ...settings, jwks, api: isOfApi ? api : null };
  },
  adopt: (fields) => ({
    ...described(fields),
    applicationId: fields.applicationId,
    ownerId: fields.ownerId,
    kind: "public",
    documentUrl: "https://tools.example/client.json",
    sourceId: fields.flag ? fields.invitationId : fields.applicationId,
    freshUntil: fields.later(3600).toISOString(),
  }),
  "rotate-secret": ({ ownerId, flag, later }) => ({
    ownerId,
    clientSecret: secret(),
    formerUntil: flag ? later(3600) : null,
  }),
  delete: ({ ownerId, flag }) => ({ ownerId, isByItself: flag }),
  "hand-over": ({ ownerId, userId }) => ({ ownerId, newOwnerId: userId }),
  "end-registration-access": ({ ownerId }) => ({ ownerId }),
  "change-status": ({ flag }) => ({ isActive: flag }),
  "change-trust": ({ flag }) => ({ trusted: flag }),
  "refuse-document": () => ({}),
};

/** The fields of every command of an initial access token. */
export const initialTokenCommands: CommandOf<InitialAccessTokenCommand> = {
  make: ({ invitationId, name, registered, flag, later }) => ({
    tokenId: invitationId,
    label: name,
    adminTerm: registered?.adminTerm ?? 0,
    expiresAt: later(1800),
    apiKeyEpoch: 0,
    uses: flag ? 1 : 3,
  }),
  use: ({ applicationId, now }) => ({ applicationId, now }),
  revoke: () => ({}),
};

/** The fields of every command of a consent. */
export const consentCommands: CommandOf<ConsentCommand> = {
  grant: (fields) => ({
    userId: fields.userId,
    applicationId: fields.applicationId,
    scopes: fields.flag ? ["openid", "offline_access"] : ["openid", fields.text === "Ada" ? "profile" : "email"],
    api: fields.text === "Grace" ? { ...apiOf(fields), applicationName: named(fields), scopes: api.scopes } : null,
    applicationName: named(fields),
    countFrom: null,
  }),
  revoke: ({ userId, applicationId, flag, text }) => ({
    userId,
    applicationId,
    reason: flag ? "owner" : "disowned",
    trustedName: text,
  }),
};

const issued = ({ authorization }: Fields) => (authorization.status === "issued" ? authorization : null);
const epochsOf = ({ application }: Fields) =>
  application.status === "registered" ? application : { epoch: 0, trustEpoch: 0 };
const endReason = (fields: Fields): EndReason => {
  if ((issued(fields)?.redeemedAt ?? null) === null) return "code-refused";
  return fields.flag ? "revoked" : "refresh-token-reused";
};

/** The fields of every command of an authorization. */
export const authorizationCommands: CommandOf<AuthorizationCommand> = {
  issue: (fields) => ({
    userId: fields.userId,
    applicationId: fields.applicationId,
    authorizationId: fields.authorizationId,
    sessionId: fields.sessionId,
    redirectUri: fields.redirectUri,
    scopes: fields.text === "Ada" ? ["openid"] : ["openid", "offline_access"],
    nonce: fields.text,
    codeChallenge: fields.flag ? "challenge" : null,
    dpopJkt: fields.flag ? "a thumbprint" : null,
    api: fields.text === "Grace" ? apiOf(fields) : null,
    sessionEpoch: fields.sessionEpoch,
    consentEpoch: fields.consent.epoch,
    applicationEpoch: epochsOf(fields).epoch,
    basis: fields.consent.isGranted ? "consent" : "trust",
    trustEpoch: epochsOf(fields).trustEpoch,
    generation: 1,
    authenticatedAt: fields.now.toISOString(),
    acr: fields.flag ? "urn:attestory:acr:1fa" : null,
    amr: fields.flag ? ["pwd"] : [],
    claims: { idToken: [], userinfo: fields.text === "Grace" ? ["email"] : [] },
    expiresAt: fields.later(3600).toISOString(),
  }),
  redeem: (fields) => ({
    applicationId: fields.applicationId,
    redirectUri: fields.redirectUri,
    challenge: issued(fields)?.codeChallenge ?? null,
    jkt: issued(fields)?.dpopJkt ?? null,
    bindsRefreshTokens: fields.flag,
    now: fields.now,
  }),
  rotate: (fields) => ({
    applicationId: fields.applicationId,
    serial: issued(fields)?.serial ?? 0,
    jkt: issued(fields)?.dpopJkt ?? null,
    now: fields.now,
  }),
  "revoke-access-token": ({ later }) => ({ tokenId: randomUUID(), expiresAt: later(600) }),
  end: (fields) => ({ reason: endReason(fields) }),
};

/** The fields of every command of a device's request. */
export const deviceRequestCommands: CommandOf<DeviceRequestCommand> = {
  request: ({ authorizationId, applicationId, now, later }) => ({
    authorizationId,
    applicationId,
    scopes: ["openid"],
    resource: null,
    generation: 1,
    expiresAt: later(900).toISOString(),
    now,
  }),
  answer: (fields) => ({
    authorizationId: fields.authorizationId,
    userId: fields.userId,
    sessionId: fields.sessionId,
    applicationName: named(fields),
    outcome: fields.flag ? "granted" : "denied",
    now: fields.now,
  }),
  "slow-down": ({ authorizationId }) => ({ authorizationId }),
};

/** The fields of every command of an API key. */
export const apiKeyCommands: CommandOf<ApiKeyCommand> = {
  create: ({ apiKeyId, userId, name, flag, registered, later }) => ({
    keyId: apiKeyId,
    userId,
    name,
    digest: `digest of ${apiKeyId}`,
    scopes: flag ? ["users:read", "users:write"] : ["health:read"],
    apiKeyEpoch: registered?.apiKeyEpoch ?? 0,
    expiresAt: flag ? later(86_400).toISOString() : null,
  }),
  revoke: ({ userId }) => ({ userId }),
  "record-use": ({ now }) => ({ now }),
};
