import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { authorization } from "./authorization.ts";

const newest = sampleEvents().findLast(({ event }) => event.type === "AuthorizationCodeIssued")?.event;
const { data: code } = newest as Extract<AuthorizationEvent, { type: "AuthorizationCodeIssued" }>;
const { authorizationId, userId, applicationId, redirectUri, codeChallenge } = code;
const at = (seconds: number) => new Date(new Date(code.expiresAt).getTime() + (seconds - 60) * 1000);
const issued = (dpopJkt: string | null) => ({
  event: {
    type: "AuthorizationCodeIssued",
    data: { ...code, scopes: ["openid", "offline_access"], dpopJkt },
  } as AuthorizationEvent,
  at: at(0),
});
const redeemed = (dpopJkt: string | null): AuthorizationEvent => ({
  type: "AuthorizationCodeRedeemed",
  data: { authorizationId, userId, applicationId, offline: true, dpopJkt },
});
const rotated: AuthorizationEvent = { type: "RefreshTokenRotated", data: { authorizationId, serial: 2 } };

const past = given(authorization);
const redeem = (jkt: string | null, bindsRefreshTokens = false) => ({
  type: "redeem" as const,
  applicationId,
  redirectUri,
  challenge: codeChallenge,
  jkt,
  bindsRefreshTokens,
  now: at(30),
});
const rotate = (jkt: string | null) => ({ type: "rotate" as const, applicationId, serial: 1, jkt, now: at(50) });

it("DP-07 takes a code with the key that its request named, and with any where it named none", () => {
  for (const jkt of [null, "other"]) past(issued("key")).when(redeem(jkt)).refuses("code-refused");
  past(issued("key")).when(redeem("key")).gives(redeemed(null));
  past(issued(null)).when(redeem("any")).gives(redeemed(null));
  past(issued(null)).when(redeem("any", true)).gives(redeemed("any"));
});

it("DP-06 takes a bound refresh token only with its key, and ends nothing when a former one comes without it", () => {
  const bound = { event: redeemed("key"), at: at(40) };
  for (const jkt of [null, "other"]) {
    past(issued(null), bound).when(rotate(jkt)).refuses("wrong-key");
    past(issued(null), bound, rotated).when(rotate(jkt)).refuses("wrong-key");
  }
  past(issued(null), bound).when(rotate("key")).gives(rotated);
  past(issued(null), bound, rotated).when(rotate("key")).refuses("refresh-token-reused");
  past(issued("key"), { event: redeemed(null), at: at(40) })
    .when(rotate("other"))
    .gives(rotated);
});
