import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import { describe, expect, it } from "vitest";
import { expectSnapshots } from "../testing/expect-snapshots.ts";
import { given } from "../testing/given-when-then.ts";
import { authorization, type PresentedCode } from "./authorization.ts";

const authorizationId = "2b9e4d10-83a7-4f65-b1c2-d3e4f5061728";
const userId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701";
const applicationId = "7d1f3c52-0b6e-4a27-9c84-1e5f60718293";
const other = "8d1f3c52-0b6e-4a27-9c84-1e5f60718293";
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 9, 30) + seconds * 1000);
const day = 86_400;

const code = {
  authorizationId,
  userId,
  applicationId,
  sessionId: "0199f1c3-18d2-7b44-8c5e-6a1d3f20b901",
  redirectUri: "https://app.example/callback",
  scopes: ["openid", "offline_access"],
  nonce: "n",
  codeChallenge: "challenge",
  sessionEpoch: 1,
  consentEpoch: 2,
  applicationEpoch: 3,
  basis: "consent" as const,
  trustEpoch: 0,
  generation: 1,
  authenticatedAt: at(-10).toISOString(),
  acr: "urn:attestory:acr:1fa",
  amr: ["pwd"],
  claims: { idToken: [], userinfo: [] },
  dpopJkt: null,
  api: null,
  expiresAt: at(60).toISOString(),
};
const issued = { event: { type: "AuthorizationCodeIssued", data: code } as AuthorizationEvent, at: at(0) };
const redeemedEvent: AuthorizationEvent = {
  type: "AuthorizationCodeRedeemed",
  data: { authorizationId, userId, applicationId, offline: true, dpopJkt: null },
};
const redeemed = { event: redeemedEvent, at: at(1) };
const rotatedTo = (serial: number): AuthorizationEvent => ({
  type: "RefreshTokenRotated",
  data: { authorizationId, serial },
});
const ended: AuthorizationEvent = { type: "AuthorizationEnded", data: { authorizationId, reason: "revoked" } };

const past = given(authorization);
const redeem = (said: Partial<PresentedCode> = {}) => ({
  type: "redeem" as const,
  applicationId,
  redirectUri: code.redirectUri,
  challenge: code.codeChallenge,
  jkt: null,
  bindsRefreshTokens: false,
  now: at(59),
  ...said,
});
const rotate = (serial: number, now = at(100), by = applicationId) => ({
  type: "rotate" as const,
  applicationId: by,
  serial,
  jkt: null,
  now,
});

describe("an authorization code", () => {
  it("is issued once", () => {
    past()
      .when({ type: "issue", ...code })
      .gives(issued.event);
    past(issued)
      .when({ type: "issue", ...code })
      .refuses("already-issued");
  });

  it("gives tokens once, within its time", () => {
    past(issued).when(redeem()).gives(redeemedEvent);
    past(issued)
      .when(redeem({ now: at(60) }))
      .refuses("code-expired");
    past().when(redeem()).refuses("no-such-authorization");
    past(issued, ended).when(redeem()).refuses("ended");
    past(issued, redeemed).when(redeem()).refuses("code-replayed");
    past(issued, redeemed)
      .when(redeem({ now: at(10_000), challenge: "" }))
      .refuses("code-replayed");
  });

  it("is refused to another application, and for another redirect URI or verifier", () => {
    past(issued)
      .when(redeem({ applicationId: other, now: at(10_000) }))
      .refuses("code-leaked");
    for (const said of [
      { redirectUri: null },
      { redirectUri: "https://app.example/callback/" },
      { challenge: null },
      { challenge: "" },
      { challenge: "other" },
    ]) {
      past(issued).when(redeem(said)).refuses("code-refused");
    }
  });

  it("takes no verifier where no challenge was sent", () => {
    const plain: AuthorizationEvent = { type: "AuthorizationCodeIssued", data: { ...code, codeChallenge: null } };
    past(plain)
      .when(redeem({ challenge: null }))
      .gives(redeemedEvent);
    past(plain)
      .when(redeem({ challenge: "challenge" }))
      .refuses("code-refused");
  });
});

describe("a refresh token", () => {
  it("is replaced by its use, and an earlier one is recognized", () => {
    past(issued, redeemed).when(rotate(1)).gives(rotatedTo(2));
    past(issued, redeemed, rotatedTo(2)).when(rotate(2)).gives(rotatedTo(3));
    past(issued, redeemed, rotatedTo(2)).when(rotate(1)).refuses("refresh-token-reused");
    past(issued, redeemed)
      .when(rotate(1, at(2), other))
      .refuses("refresh-token-leaked");
    past(issued, redeemed, ended).when(rotate(1)).refuses("ended");
  });

  it("ends 30 days after its last use, and 90 days after the first", () => {
    past(issued, redeemed)
      .when(rotate(1, at(30 * day)))
      .gives(rotatedTo(2));
    past(issued, redeemed)
      .when(rotate(1, at(30 * day + 1)))
      .refuses("refresh-token-expired");
    const used = [25, 50, 75].map((days, index) => ({ event: rotatedTo(index + 2), at: at(days * day) }));
    past(issued, redeemed, ...used)
      .when(rotate(4, at(90 * day)))
      .gives(rotatedTo(5));
    past(issued, redeemed, ...used)
      .when(rotate(4, at(90 * day + 1)))
      .refuses("refresh-token-expired");
  });
});

const tokenId = "5e6f7081-92a3-44b5-86c7-d8e9fa0b1c2d";
const revoke = { type: "revoke-access-token" as const, tokenId, expiresAt: at(3600) };
const revoked = (id = tokenId): AuthorizationEvent => ({
  type: "AccessTokenRevoked",
  data: { authorizationId, tokenId: id, expiresAt: at(3600).toISOString() },
});

it("ends access tokens singly, and everything once", () => {
  past(issued, redeemed).when(revoke).gives(revoked());
  past(issued, redeemed, revoked()).when(revoke).gives();
  past(issued, redeemed).when({ type: "end", reason: "revoked" }).gives(ended);
  past(issued, redeemed, ended).when({ type: "end", reason: "code-replayed" }).gives();
  past(issued, redeemed, ended).when(revoke).gives();
});

it("S3 forgets that an access token ended once it has expired by every clock", () => {
  const whenAnotherEnds = (seconds: number) => past(issued, revoked(), { event: revoked(other), at: at(seconds) });
  whenAnotherEnds(day + 3599)
    .when(revoke)
    .gives();
  whenAnotherEnds(day + 3600)
    .when(revoke)
    .gives(revoked());
});

it("survives a snapshot", () => {
  expectSnapshots(authorization, userId, [issued, redeemed, rotatedTo(2), revoked(), ended]);
  expect(authorization.snapshot?.decode({ status: "issued" })).toBeNull();
});
