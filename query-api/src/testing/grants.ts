import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from "node:crypto";
import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import type { ConsentEvent } from "@attestory/events/consent-events.ts";
import {
  applicationStream,
  authorizationStream,
  clientTokenStream,
  consentStream,
  signingKeysStream,
} from "@attestory/events/envelope.ts";
import type { SigningKeyEvent } from "@attestory/events/signing-key-events.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { clientSecretDigest, clientSecretText } from "@attestory/http/security/client-secret.ts";
import { calculateJwkThumbprint, type JWK } from "jose";
import { people } from "./people.ts";
import type { ScratchProjections } from "./scratch-projections.ts";
import { type ScratchQueryApi, scratchUrl } from "./scratch-query-api.ts";

export interface SigningKey {
  keyId: string;
  privateKey: KeyObject;
  publicJwk: JWK;
}

export interface Client {
  applicationId: string;
  secret: string;
}

export interface Grant extends Client {
  authorizationId: string;
  userId: string;
  sessionId: string;
  /** Of the user's session. */
  sessionToken: string;
}

const base64url = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** The two signed parts of a token. Texts are used as they are, so that they need not be JSON. */
export const signedParts = (header: unknown, claims: unknown) => `${base64url(header)}.${base64url(claims)}`;

/** Signs with ES256 whatever is given. */
export function signedWith({ privateKey }: Pick<SigningKey, "privateKey">, header: unknown, claims: unknown): string {
  const input = signedParts(header, claims);
  const signature = sign("sha256", Buffer.from(input), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${input}.${signature.toString("base64url")}`;
}

/** A key that no service knows. */
export async function newSigningKey(algorithm: "ES256" | "RS256" = "ES256"): Promise<SigningKey> {
  const { privateKey, publicKey } =
    algorithm === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicJwk = publicKey.export({ format: "jwk" }) as JWK;
  return { keyId: await calculateJwkThumbprint(publicJwk), privateKey, publicJwk };
}

/** Appends events of applications and their grants, and signs tokens as the command side does. */
export function grants<Projections extends ScratchProjections>(scratch: ScratchQueryApi<Projections>) {
  const { service, clock } = scratch;
  const happens = people(scratch);
  const recordedAt = () => ({ recordedAt: clock.now });

  const happenedToApplication = (event: ApplicationEvent) =>
    service.happened(applicationStream(event.data.applicationId), event, recordedAt());
  const happenedToConsent = (event: ConsentEvent) =>
    service.happened(consentStream(event.data), event, { person: event.data.userId, ...recordedAt() });
  const happenedToGrant = (event: AuthorizationEvent, { userId }: Pick<Grant, "userId">) =>
    service.happened(authorizationStream(event.data.authorizationId), event, { person: userId, ...recordedAt() });

  return {
    happenedToApplication,
    happenedToConsent,
    happenedToGrant,

    clientTokenRevoked: (applicationId: string, tokenId: string) =>
      service.happened(
        clientTokenStream(tokenId),
        { type: "ClientTokenRevoked", data: { tokenId, applicationId, expiresAt: clock.now.toISOString() } },
        recordedAt(),
      ),

    async signingKey(algorithm: "ES256" | "RS256" = "ES256", signs = true): Promise<SigningKey> {
      const key = await newSigningKey(algorithm);
      const { keyId, publicJwk } = key;
      const data = { keyId, algorithm, publicKey: publicJwk as Record<string, string>, encryptedKey: "secret", signs };
      await service.happened(signingKeysStream, { type: "SigningKeyCreated", data }, recordedAt());
      return key;
    },

    happenedToKeys: (event: SigningKeyEvent) => service.happened(signingKeysStream, event, recordedAt()),

    async application(kind: "confidential" | "public" = "confidential"): Promise<Client> {
      const applicationId = randomUUID();
      const secret = clientSecretText(randomBytes(32).toString("base64url"));
      const data = {
        ...sampleApplication({ applicationId, requirePkce: kind === "public" }),
        ownerId: randomUUID(),
        documentUrl: null,
        kind,
        clientSecret: kind === "public" ? null : { encrypted: "encrypted", digest: clientSecretDigest(secret) },
      };
      await happenedToApplication({ type: "ApplicationRegistered", data });
      return { applicationId, secret };
    },

    /** A registered user allows the application these scopes, and the application exchanges its code. */
    async granted(
      client: Client,
      {
        scopes = ["openid", "profile", "email"],
        offline = false,
        generation = service.generation,
      }: { scopes?: string[]; offline?: boolean; generation?: number } = {},
    ): Promise<Grant> {
      const { applicationId } = client;
      const userId = await happens.registered();
      const { sessionId, token } = await happens.signedIn(userId, { generation });
      const authorizationId = randomUUID();
      const ids = { authorizationId, userId, applicationId };
      await happenedToConsent({
        type: "ConsentGranted",
        data: { userId, applicationId, scopes, applicationName: "Ledgerline", apis: [], isNew: true },
      });
      const issued = {
        ...ids,
        sessionId,
        redirectUri: "https://ledgerline.example/callback",
        scopes,
        nonce: null,
        codeChallenge: null,
        dpopJkt: null,
        sessionEpoch: 0,
        consentEpoch: 0,
        applicationEpoch: 0,
        basis: "consent" as const,
        trustEpoch: 0,
        generation,
        authenticatedAt: clock.now.toISOString(),
        acr: "urn:attestory:acr:1fa",
        amr: ["pwd"],
        claims: { idToken: [], userinfo: [] },
        api: null,
        expiresAt: new Date(clock.now.getTime() + 60_000).toISOString(),
      };
      await happenedToGrant({ type: "AuthorizationCodeIssued", data: issued }, { userId });
      await happenedToGrant(
        { type: "AuthorizationCodeRedeemed", data: { ...ids, offline, dpopJkt: null } },
        { userId },
      );
      return { ...client, authorizationId, userId, sessionId, sessionToken: token };
    },

    /** The claims of an access token of the grant, issued now. */
    claimsOf({ applicationId, authorizationId, userId }: Grant, scopes = "openid profile email") {
      const iat = Math.floor(clock.now.getTime() / 1000);
      return {
        iss: scratchUrl,
        sub: userId,
        aud: scratchUrl,
        client_id: applicationId,
        jti: randomUUID() as string,
        iat,
        exp: iat + 3600,
        scope: scopes,
        auth_time: iat,
        grant: authorizationId,
      };
    },
  };
}

export const headerOf = ({ keyId }: Pick<SigningKey, "keyId">) => ({ alg: "ES256", typ: "at+jwt", kid: keyId });
