import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded, foldedAt, given } from "../testing/given-when-then.ts";
import { authorizations } from "./authorizations.ts";
import { revokedClientTokens } from "./revoked-client-tokens.ts";
import { everyKey, signingKeys } from "./signing-keys.ts";

const sample = (type: string) => {
  const found = sampleEvents().find(({ event }) => event.type === type);
  if (!found) throw new Error(`no sample of ${type}`);
  return found.event;
};
const fact = (event: AuthorizationEvent, seconds = 0) => recorded(event, { recordedAt: at(seconds) });
const code = sample("AuthorizationCodeIssued") as Extract<AuthorizationEvent, { type: "AuthorizationCodeIssued" }>;
const { authorizationId, userId, applicationId } = code.data;
const issued = fact(code);
const redeemed = (offline: boolean) =>
  fact(
    { type: "AuthorizationCodeRedeemed", data: { authorizationId, userId, applicationId, offline, dpopJkt: null } },
    10,
  );
const revoked = (tokenId: string, second: number) =>
  fact(
    { type: "AccessTokenRevoked", data: { authorizationId, tokenId, expiresAt: at(second + 60).toISOString() } },
    second,
  );
const [first, second] = ["22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"] as const;

it("knows what an authorization allows and when it was given, and neither its nonce nor its redirect URI", () => {
  expect(folded(authorizations, [issued])).toEqual({
    id: authorizationId,
    userId,
    applicationId,
    sessionId: code.data.sessionId,
    scopes: ["openid", "profile"],
    claims: { idToken: ["name"], userinfo: ["email"] },
    sessionEpoch: 0,
    consentEpoch: 0,
    applicationEpoch: 0,
    basis: "consent",
    trustEpoch: 0,
    generation: 1,
    authenticatedAt: Date.parse(code.data.authenticatedAt),
    redeemedAt: null,
    refreshedAt: null,
    offline: false,
    refreshSerial: 0,
    ended: false,
    revoked: [],
  });
});

it("counts refresh tokens only where the authorization outlives the session", () => {
  const times = { redeemedAt: at(10).getTime(), refreshedAt: at(10).getTime() };
  given(authorizations, issued)
    .when(redeemed(false))
    .thenChanged({ ...times });
  given(authorizations, issued)
    .when(redeemed(true))
    .thenChanged({ ...times, offline: true, refreshSerial: 1 });
  given(authorizations, issued, redeemed(true))
    .when(fact({ type: "RefreshTokenRotated", data: { authorizationId, serial: 2 } }, 30))
    .thenChanged({ refreshedAt: at(30).getTime(), refreshSerial: 2 });
});

it("S3 remembers access tokens that ended singly until they have expired by every clock", () => {
  const entry = (tokenId: string, expires: number) => ({ tokenId, expiresAt: at(expires).getTime() });
  const day = 86_400;
  given(authorizations, issued, revoked(first, 0))
    .when(revoked(second, day + 59))
    .thenChanged({ revoked: [entry(first, 60), entry(second, day + 119)] });
  given(authorizations, issued, revoked(first, 0))
    .when(revoked(second, day + 60))
    .thenChanged({ revoked: [entry(second, day + 120)] });
});

it("ends for good", () => {
  const ended = fact({ type: "AuthorizationEnded", data: { authorizationId, reason: "code-replayed" } });
  given(authorizations, issued, redeemed(true)).when(ended).thenChanged({ ended: true });
  given(authorizations).when(ended).thenNoDocument();
});

it("knows every signing key's public half, when it signed, and nothing that signs", () => {
  const [keyId, nextId] = ["the first", "the second"];
  const algorithm = "ES256" as const;
  const key = { keyId, algorithm, publicKey: { kty: "EC" } };
  const events = [
    { type: "SigningKeyCreated", data: { ...key, encryptedKey: "secret", signs: true } },
    { type: "SigningKeyPromoted", data: { keyId: nextId, algorithm, replacedKeyId: keyId, reason: "compromised" } },
    { type: "SigningKeyWithdrawn", data: { keyId, algorithm } },
  ] as const;
  const history = events.map((event, second) => recorded(event, { recordedAt: at(second) }));
  const document = foldedAt(signingKeys, keyId, history);
  const createdAt = at(0).toISOString();
  const times = { signsSince: createdAt, replacedAt: at(1).toISOString(), withdrawnAt: at(2).toISOString() };
  expect(document).toEqual({ id: keyId, algorithm, publicKey: { kty: "EC" }, createdAt, ...times });
  expect(document && signingKeys.indexes.all?.entry(document)).toEqual({ value: everyKey, order: at(0).toISOString() });
});

it("remembers that an application's own token was revoked", () => {
  const event = sample("ClientTokenRevoked");
  const { tokenId, applicationId, expiresAt } = event.data as Record<string, string>;
  expect(folded(revokedClientTokens, [recorded(event)])).toEqual({ id: tokenId, applicationId, expiresAt });
});
