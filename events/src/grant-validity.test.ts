import { expect, it } from "vitest";
import { type Grant, type GrantFacts, isGrantAlive } from "./grant-validity.ts";

const now = new Date("2026-01-01T12:00:00.000Z");
const grant: Grant = { sessionEpoch: 3, consentEpoch: 1, applicationEpoch: 2, offline: false, ended: false };
const owner = { isActive: true, emailVerified: true, sessionEpoch: 3, keptSession: "s" };
const session = {
  id: "s",
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
  consent: { granted: true, epoch: 1 },
  application: { isActive: true, trusted: false, epoch: 2 },
};
const application = { isActive: true, trusted: true, epoch: 2 };

const alive = (changed: Partial<GrantFacts>, granted: Partial<Grant> = {}, at = now) =>
  isGrantAlive(Object.assign({}, grant, granted), Object.assign({}, facts, changed), at);

it("keeps a grant while user, session, consent and application stay as they were", () => {
  expect(alive({})).toBe(true);
  expect(alive({}, { ended: true })).toBe(false);
  expect(alive({ owner: null })).toBe(false);
  expect(alive({ owner: { isActive: false, emailVerified: true, sessionEpoch: 3, keptSession: "s" } })).toBe(false);
  expect(alive({ application: null })).toBe(false);
  expect(alive({ application: { isActive: false, trusted: false, epoch: 2 } })).toBe(false);
  expect(alive({ application: { isActive: true, trusted: false, epoch: 3 } })).toBe(false);
  expect(alive({ consent: { granted: false, epoch: 1 } })).toBe(false);
  expect(alive({ consent: { granted: true, epoch: 2 } })).toBe(false);
});

it("ends a grant when the password changes, also that of the session which is kept", () => {
  expect(alive({ owner: { isActive: true, emailVerified: true, sessionEpoch: 4, keptSession: "s" } })).toBe(false);
});

it("ends with the session, unless it outlives it", () => {
  const later = new Date(now.getTime() + 101_000);
  expect(alive({ session: null })).toBe(false);
  expect(alive({}, {}, later)).toBe(false);
  expect(alive({ session: null }, { offline: true })).toBe(true);
  expect(alive({}, { offline: true }, later)).toBe(true);
});

it("needs no consent for a trusted application, but a revocation still ends it", () => {
  expect(alive({ application, consent: { granted: false, epoch: 1 } })).toBe(true);
  expect(alive({ application, consent: { granted: false, epoch: 2 } })).toBe(false);
});
