import type { AuthorizationRequestEvent } from "@attestory/events/authorization-events.ts";
import { describe, expect, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { newestPending, pendingRequests, type RequestData, requestsNamed, sameRequest } from "./pending-requests.ts";

const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);
const id = (n: number) => `2b9e4d10-83a7-4f65-b1c2-d3e4f50617${String(n).padStart(2, "0")}`;
const clientId = "7d1f3c52-0b6e-4a27-9c84-1e5f60718293";
const data = (n: number, said: Partial<RequestData> = {}): RequestData => ({
  authorizationId: id(n),
  userId: "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11",
  applicationId: clientId,
  sessionId: "b3c9d2e1-0a4f-4b5c-9d6e-7f8091a2b3c4",
  redirectUri: "https://app.example/callback",
  scopes: ["openid", "profile"],
  nonce: "n",
  codeChallenge: null,
  state: `state ${n}`,
  responseMode: "query",
  askedAt: t0.toISOString(),
  loginRequired: false,
  maxAge: null,
  otherParameters: { response_type: "code", nonce: "n" },
  ...said,
});
const requested = (n: number, said: Partial<RequestData> = {}): Past<AuthorizationRequestEvent> => ({
  event: { type: "AuthorizationRequested", data: data(n, said) },
  at: later(n),
});
const answered = (n: number, outcome: "granted" | "denied" = "granted"): AuthorizationRequestEvent => ({
  type: "AuthorizationAnswered",
  data: { authorizationId: id(n), sessionId: data(n).sessionId, outcome },
});
const past = given(pendingRequests);
const answering = (n: number, now = later(60)) =>
  ({ type: "answer", authorizationId: id(n), outcome: "granted", now }) as const;

describe("pending requests", () => {
  it("store a request once, however often its page is opened, until it is answered", () => {
    const again = { type: "request", ...data(2, { state: "state 1", askedAt: later(5).toISOString() }) } as const;
    past()
      .when({ ...again, now: later(5) })
      .gives({
        type: "AuthorizationRequested",
        data: { ...data(2), state: "state 1", askedAt: later(5).toISOString() },
      });
    past(requested(1))
      .when({ ...again, now: later(5) })
      .gives();
    expect(sameRequest(past(requested(1)).state, data(2, { state: "state 1" }), later(5))?.authorizationId).toBe(id(1));
    for (const history of [[requested(1), answered(1)], [requested(1, { nonce: "other" })]]) {
      expect(sameRequest(past(...history).state, data(2, { state: "state 1" }), later(5))).toBeNull();
    }
    expect(sameRequest(past(requested(1)).state, data(2, { state: "state 1" }), later(3601))).toBeNull();
  });
  it("store a request anew that asks for a new sign-in, unless it came no later", () => {
    for (const asked of [{ loginRequired: true }, { maxAge: 60 }]) {
      const { state } = past(requested(1, asked));
      const again = (seconds: number) => data(2, { ...asked, state: "state 1", askedAt: later(seconds).toISOString() });
      expect(sameRequest(state, again(5), later(5))).toBeNull();
      for (const seconds of [0, -5]) {
        expect(sameRequest(state, again(seconds), later(5))?.authorizationId).toBe(id(1));
      }
    }
  });
  it("AZ-16 are answered once each, within an hour, and no other", () => {
    past(requested(1), requested(2)).when(answering(1)).gives(answered(1));
    past(requested(1), answered(1, "denied")).when(answering(1)).refuses("not-pending");
    past(requested(1)).when(answering(2)).refuses("not-pending");
    past().when(answering(1)).refuses("not-pending");
    past(requested(1))
      .when(answering(1, later(3601)))
      .refuses("not-pending");
  });
  it("keep the newest twenty", () => {
    const history = Array.from({ length: 21 }, (_, n) => requested(n));
    past(...history)
      .when(answering(0))
      .refuses("not-pending");
    past(...history)
      .when(answering(1))
      .gives(answered(1));
  });
  it("T8 AZ-16 are found by client, redirect URI, scope and state, and by any other parameter that is sent", () => {
    const { state } = past(
      requested(1),
      requested(2),
      requested(3, { state: "state 1", nonce: "m", otherParameters: { nonce: "m" } }),
    );
    const named = {
      clientId,
      redirectUri: data(1).redirectUri,
      scopes: ["openid", "profile"],
      state: "state 1",
      otherParameters: {},
    };
    const found = (said: object) =>
      requestsNamed(state, { ...named, ...said }).map(({ authorizationId }) => authorizationId);
    expect(found({})).toEqual([id(3), id(1)]);
    expect(found({ otherParameters: { nonce: "n" } })).toEqual([id(1)]);
    expect(found({ state: "state 2" })).toEqual([id(2)]);
    expect(found({ authorizationId: id(1) })).toEqual([id(1)]);
    const others: object[] = [
      { clientId: id(9) },
      { redirectUri: "https://app.example/callback/" },
      { scopes: ["openid", "profile", "email"] },
      { scopes: ["openid"] },
      { state: null },
      { authorizationId: id(2) },
      { otherParameters: { nonce: "n", code_challenge: "x" } },
      { otherParameters: { toString: "x" } },
    ];
    for (const other of others) expect(found(other)).toEqual([]);
  });
  it("name the newest that waits", () => {
    const { state } = past(requested(1), requested(2), answered(2));
    expect(newestPending(state, later(60))?.authorizationId).toBe(id(1));
    expect(newestPending(state, later(3700))).toBeNull();
  });
});
