import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import type { ConsentEvent } from "@attestory/events/consent-events.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { consents } from "./consents.ts";

const parties = { userId: crypto.randomUUID(), applicationId: crypto.randomUUID() };
const fact = (event: ConsentEvent, seconds = 0) => recorded(event, { recordedAt: at(seconds) });
const granted = (scopes: string[], seconds = 0) =>
  fact(
    { type: "ConsentGranted", data: { ...parties, scopes, applicationName: "Ledgerline", apis: [], isNew: true } },
    seconds,
  );
const revoked = fact(
  { type: "ConsentRevoked", data: { ...parties, applicationName: "Ledgerline", reason: "owner" } },
  60,
);
const used = fact({ type: "ConsentUsed", data: parties }, 30);
const listedIn = (document: Parameters<typeof consents.evolve>[0]) =>
  Object.values(consents.indexes).map(({ entry }) => document && entry(document));

it("shows what is allowed now, and when it was used", () => {
  given(consents, granted(["openid"]))
    .when(used)
    .thenChanged({ usedAt: at(30).toISOString() });
  given(consents, granted(["openid"]), used)
    .when(granted(["openid", "email"], 90))
    .thenChanged({ scopes: ["openid", "email"], grantedAt: at(90).toISOString() });
});

it("keeps a revoked consent out of every list, and counts the revocations", () => {
  const before = folded(consents, [granted(["openid"]), used]);
  expect(listedIn(before).map((entry) => entry?.value)).toEqual([parties.userId, parties.applicationId]);
  const after = folded(consents, [granted(["openid"]), used, revoked]);
  expect(after).toMatchObject({ isGranted: false, scopes: [], epoch: 1, usedAt: null });
  expect(listedIn(after)).toEqual([null, null]);
  expect(folded(consents, [granted(["openid"]), revoked, granted(["email"], 90)])).toMatchObject({
    isGranted: true,
    scopes: ["email"],
    epoch: 1,
  });
});

/** A sign-in that rests on trust. */
const trusted = (said: { consentEpoch?: number; trustEpoch?: number; scopes?: string[] } = {}, seconds = 0) => {
  const data = {
    ...parties,
    authorizationId: crypto.randomUUID(),
    sessionId: crypto.randomUUID(),
    redirectUri: "https://ledgerline.example/callback",
    scopes: ["openid"],
    nonce: null,
    codeChallenge: null,
    api: null,
    sessionEpoch: 0,
    consentEpoch: 0,
    applicationEpoch: 0,
    basis: "trust" as const,
    trustEpoch: 0,
    generation: 1,
    authenticatedAt: at(0).toISOString(),
    acr: null,
    dpopJkt: null,
    amr: [],
    claims: { idToken: [], userinfo: [] },
    expiresAt: at(60).toISOString(),
    ...said,
  };
  const event: AuthorizationEvent = { type: "AuthorizationCodeIssued", data };
  return recorded(event, { recordedAt: at(seconds) });
};

it("lists an application that signed the user in by trust, until the user revokes that", () => {
  const document = folded(consents, [trusted(), trusted({ scopes: ["openid", "email"] }, 40), used]);
  expect(document).toMatchObject({
    isGranted: false,
    grantedAt: null,
    trust: { trustEpoch: 0, scopes: ["openid", "email"], firstAt: at(0).toISOString(), newestAt: at(40).toISOString() },
    usedAt: at(30).toISOString(),
  });
  expect(listedIn(document)).toEqual([{ value: parties.userId, order: at(40).toISOString() }, null]);
  const after = folded(consents, [trusted(), revoked]);
  expect(after).toMatchObject({ epoch: 1, trust: null });
  expect(listedIn(after)).toEqual([null, null]);
  expect(folded(consents, [trusted(), revoked, trusted({ consentEpoch: 1 }, 90)])?.trust).not.toBeNull();
});

it("takes no code that was being issued while the user revoked, and counts a revocation without a sign-in", () => {
  expect(folded(consents, [revoked, trusted()])).toMatchObject({ epoch: 1, trust: null });
});

it("forgets the scopes of an earlier trust", () => {
  const events = [trusted({ scopes: ["email"] }), trusted({ trustEpoch: 1 }, 60)];
  expect(folded(consents, events)?.trust).toMatchObject({
    trustEpoch: 1,
    scopes: ["openid"],
    firstAt: at(60).toISOString(),
  });
});
