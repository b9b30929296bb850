import { expect, it } from "vitest";
import { type Grant, type GrantFacts, isGrantAlive } from "./grant-validity.ts";

const now = new Date("2026-01-01T12:00:00.000Z");
const scopes = ["openid"];
const grant: Grant = {
  generation: 1,
  sessionEpoch: 3,
  consentEpoch: 1,
  applicationEpoch: 2,
  scopes,
  basis: "consent",
  trustEpoch: 0,
  offline: false,
  ended: false,
};
const owner = { isActive: true, emailVerified: true, sessionEpoch: 3, keptSession: "s" };
const session = {
  id: "s",
  generation: 1,
  pending: false,
  sessionEpoch: 3,
  startedAt: now,
  lastSeenAt: now,
  idleSeconds: 100,
  absoluteSeconds: 1000,
  ended: false,
};
const facts: GrantFacts = {
  owner,
  session,
  consent: { granted: true, scopes, epoch: 1 },
  application: { isActive: true, trusted: false, epoch: 2, trustEpoch: 0 },
};
const application = { isActive: true, trusted: true, epoch: 2, trustEpoch: 0 };
const notAllowed = { granted: false, scopes: [], epoch: 1 };

const alive = (changed: Partial<GrantFacts>, granted: Partial<Grant> = {}, at = now) =>
  isGrantAlive(Object.assign({}, grant, granted), Object.assign({}, facts, changed), { now: at, generation: 1 });

it("keeps a grant while user, session, consent and application stay as they were", () => {
  expect(alive({})).toBe(true);
  expect(alive({}, { ended: true })).toBe(false);
  expect(alive({ owner: null })).toBe(false);
  expect(alive({ owner: { isActive: false, emailVerified: true, sessionEpoch: 3, keptSession: "s" } })).toBe(false);
  expect(alive({ application: null })).toBe(false);
  expect(alive({ application: { ...application, isActive: false } })).toBe(false);
  expect(alive({ application: { ...application, epoch: 3 } })).toBe(false);
  expect(alive({ consent: notAllowed })).toBe(false);
  expect(alive({ consent: { granted: true, scopes, epoch: 2 } })).toBe(false);
});

it("ends a grant when the password changes, also that of the session which is kept", () => {
  expect(alive({ owner: { isActive: true, emailVerified: true, sessionEpoch: 4, keptSession: "s" } })).toBe(false);
});

it("RE-42 ends a grant under every generation of the log but its own, whether or not it outlives the session", () => {
  for (const offline of [false, true]) expect(alive({}, { generation: 2, offline })).toBe(false);
  expect(alive({ session: { ...session, generation: 2 } })).toBe(false);
});

it("ends with the session, unless it outlives it", () => {
  const later = new Date(now.getTime() + 101_000);
  expect(alive({ session: null })).toBe(false);
  expect(alive({}, {}, later)).toBe(false);
  expect(alive({ session: null }, { offline: true })).toBe(true);
  expect(alive({}, { offline: true }, later)).toBe(true);
});

it("needs no consent for a trusted application, but a revocation still ends it", () => {
  expect(alive({ application, consent: notAllowed }, { basis: "trust" })).toBe(true);
  expect(alive({ application, consent: { ...notAllowed, epoch: 2 } }, { basis: "trust" })).toBe(false);
});

const untrusted = { ...application, trusted: false, trustEpoch: 1 };
const trustedAgain = { ...application, trustEpoch: 1 };

it("D4 ends for good what rests on trust when it is taken away", () => {
  for (const consent of [notAllowed, facts.consent]) {
    expect(alive({ application: untrusted, consent }, { basis: "trust" })).toBe(false);
    expect(alive({ application: trustedAgain, consent }, { basis: "trust" })).toBe(false);
  }
  expect(alive({ application: trustedAgain, consent: notAllowed }, { basis: "trust", trustEpoch: 1 })).toBe(true);
});

it("D4 keeps what rests on the user's own consent", () => {
  for (const one of [untrusted, trustedAgain]) expect(alive({ application: one })).toBe(true);
  expect(alive({ application: trustedAgain, consent: notAllowed })).toBe(false);
});

it("D4 takes a grant of unknown basis to rest on trust unless a consent covers its scopes", () => {
  const [basis, wider] = ["unknown", ["openid", "email"]] as const;
  for (const one of [untrusted, trustedAgain]) {
    expect(alive({ application: one }, { basis })).toBe(true);
    expect(alive({ application: one }, { basis, scopes: wider })).toBe(false);
    expect(alive({ application: one, consent: notAllowed }, { basis })).toBe(false);
  }
  expect(alive({ application }, { basis, scopes: wider })).toBe(true);
});
