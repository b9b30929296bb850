import { randomUUID } from "node:crypto";
import type { ApiKeyCommand } from "@attestory/command-api/api-keys/api-key.ts";
import type { ApplicationCommand } from "@attestory/command-api/applications/application.ts";
import type { ApplicationState } from "@attestory/command-api/applications/application-state.ts";
import type { AuthorizationCommand } from "@attestory/command-api/authorizations/authorization.ts";
import type { AuthorizationState, EndReason } from "@attestory/command-api/authorizations/authorization-state.ts";
import type { Consent, ConsentCommand } from "@attestory/command-api/consents/consent.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import type { CommandOf, Fields } from "./random-fields.ts";

export interface OAuthFields extends Fields {
  application: ApplicationState;
  /** What the user allowed the application. */
  consent: Consent;
  /** A new one for an `issue` and a `create`, else the newest of the user with the application. */
  authorizationId: string;
  authorization: AuthorizationState;
  /** Likewise. */
  keyId: string;
}

const redirectUri = "https://app.example.com/callback";
const later = ({ now }: Fields, seconds: number) => new Date(now.getTime() + seconds * 1000);
const named = ({ text }: Fields) => text ?? "Ledgerline";
const parties = ({ userId, applicationId }: Fields) => ({ userId, applicationId });
const described = (fields: Fields) => {
  const { applicationId: _, ...settings } = sampleApplication({ name: named(fields), redirectUris: [redirectUri] });
  return settings;
};
const secret = () => ({ encrypted: null, digest: `digest of ${randomUUID()}` });

/** The fields of every command of an application. A new command does not compile before it has a line here. */
export const applicationCommands: CommandOf<ApplicationCommand, OAuthFields> = {
  register: (fields) => ({
    applicationId: fields.applicationId,
    ownerId: fields.ownerId,
    ...described(fields),
    kind: fields.text === "Ada" ? "public" : "confidential",
    clientSecret: fields.text === "Ada" ? null : secret(),
  }),
  change: (fields) => ({ ownerId: fields.ownerId, admins: [fields.userId], ...described(fields) }),
  "rotate-secret": (fields) => ({
    ownerId: fields.ownerId,
    clientSecret: secret(),
    formerUntil: fields.flag ? later(fields, 3600) : null,
  }),
  delete: ({ ownerId }) => ({ ownerId }),
  "hand-over": ({ ownerId, userId }) => ({ ownerId, newOwnerId: userId }),
  "change-status": ({ flag }) => ({ isActive: flag }),
  "change-trust": ({ flag }) => ({ trusted: flag }),
};

/** The fields of every command of a consent. */
export const consentCommands: CommandOf<ConsentCommand, OAuthFields> = {
  grant: (fields) => ({
    ...parties(fields),
    scopes: fields.flag ? ["openid", "offline_access"] : ["openid", fields.text === "Ada" ? "profile" : "email"],
    applicationName: named(fields),
    countFrom: null,
  }),
  revoke: (fields) => ({ ...parties(fields), reason: fields.flag ? "owner" : "disowned" }),
};

const isRedeemed = ({ authorization }: OAuthFields) =>
  authorization.status === "issued" && authorization.redeemedAt !== null;
const endReason = (fields: OAuthFields): EndReason => {
  if (!isRedeemed(fields)) return "code-refused";
  return fields.flag ? "revoked" : "refresh-token-reused";
};
const challengeOf = ({ authorization }: OAuthFields) =>
  authorization.status === "issued" ? authorization.codeChallenge : null;
const serialOf = ({ authorization }: OAuthFields) => (authorization.status === "issued" ? authorization.serial : 0);
const epochOf = ({ application }: OAuthFields) => (application.status === "registered" ? application.epoch : 0);
const trustEpochOf = ({ application }: OAuthFields) =>
  application.status === "registered" ? application.trustEpoch : 0;

/** The fields of every command of an authorization. */
export const authorizationCommands: CommandOf<AuthorizationCommand, OAuthFields> = {
  issue: (fields) => ({
    ...parties(fields),
    authorizationId: fields.authorizationId,
    sessionId: fields.sessionId,
    redirectUri,
    scopes: fields.text === "Ada" ? ["openid"] : ["openid", "offline_access"],
    nonce: fields.text,
    codeChallenge: fields.flag ? "challenge" : null,
    sessionEpoch: fields.registered?.sessionEpoch ?? 0,
    consentEpoch: fields.consent.epoch,
    applicationEpoch: epochOf(fields),
    basis: fields.consent.isGranted ? "consent" : "trust",
    trustEpoch: trustEpochOf(fields),
    generation: 1,
    authenticatedAt: fields.now.toISOString(),
    expiresAt: later(fields, 3600).toISOString(),
  }),
  redeem: (fields) => ({
    applicationId: fields.applicationId,
    redirectUri,
    challenge: challengeOf(fields),
    now: fields.now,
  }),
  rotate: (fields) => ({ applicationId: fields.applicationId, serial: serialOf(fields), now: fields.now }),
  "revoke-access-token": (fields) => ({ tokenId: randomUUID(), expiresAt: later(fields, 600) }),
  end: (fields) => ({ reason: endReason(fields) }),
};

/** The fields of every command of an API key. */
export const apiKeyCommands: CommandOf<ApiKeyCommand, OAuthFields> = {
  create: (fields) => ({
    keyId: fields.keyId,
    userId: fields.userId,
    name: fields.text ?? "",
    digest: `digest of ${fields.keyId}`,
    scopes: fields.flag ? ["users:read", "users:write"] : ["health:read"],
    apiKeyEpoch: fields.registered?.apiKeyEpoch ?? 0,
    expiresAt: fields.flag ? later(fields, 86_400).toISOString() : null,
  }),
  revoke: ({ userId }) => ({ userId }),
  "record-use": ({ now }) => ({ now }),
};

export type OAuthActionKind =
  | { kind: "application"; type: ApplicationCommand["type"] }
  | { kind: "consent"; type: ConsentCommand["type"] }
  | { kind: "authorization"; type: AuthorizationCommand["type"] }
  | { kind: "api key"; type: ApiKeyCommand["type"] }
  /** An event that is appended without a decision on its stream's state. */
  | { kind: "fact"; type: "ConsentUsed" | "SigningKeyCreated" | "ClientTokenRevoked" | "ClientCallFailed" };
