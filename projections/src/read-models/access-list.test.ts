import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { foldedAt } from "../testing/given-when-then.ts";
import { type AccessDocument, accessList } from "./access-list.ts";

const userId = crypto.randomUUID();
const otherId = crypto.randomUUID();
const applicationId = crypto.randomUUID();
const keyId = crypto.randomUUID();
const parties = { userId, applicationId };
const applicationKey = `application ${applicationId}`;
const consentKey = `consent ${userId} ${applicationId}`;
const sample = (type: AttestoryEvent["type"]) =>
  sampleEvents().find(({ event }) => event.type === type)?.event.data ?? {};
const happened = (type: AttestoryEvent["type"], data: object, seconds = 0) =>
  recorded({ type, data: { ...sample(type), ...data } } as AttestoryEvent, { recordedAt: at(seconds) });
const iso = (seconds: number) => at(seconds).toISOString();

const registered = happened("ApplicationRegistered", { applicationId, ownerId: userId });
const created = happened("ApiKeyCreated", { keyId, userId });
const granted = (isNew: boolean, seconds: number) => happened("ConsentGranted", { ...parties, isNew }, seconds);
const used = (seconds: number) => happened("ConsentUsed", parties, seconds);
/** What an application does about a grant names the application as its actor alone. */
const refreshed = (seconds: number) =>
  ({
    ...happened("RefreshTokenRotated", {}, seconds),
    actor: { kind: "client", id: applicationId },
  }) as RecordedEvent;

const entriesOf = (document: AccessDocument | null) =>
  document &&
  Object.fromEntries(Object.entries(accessList.indexes).map(([name, { entry }]) => [name, entry(document)]));

it("lists an API key by its creation and its last use, until it is revoked", () => {
  const history = [created, happened("ApiKeyUsed", { keyId, userId }, 30)];
  const key = foldedAt(accessList, `api-key ${keyId}`, history);
  expect(key).toEqual({ kind: "api-key", id: keyId, userId, createdAt: iso(0), usedAt: iso(30) });
  expect(entriesOf(key)).toEqual({
    all: { value: "api-key", order: iso(0) },
    use: { value: "api-key", order: iso(30) },
    user: { value: `api-key ${userId}`, order: iso(0) },
    userUse: { value: `api-key ${userId}`, order: iso(30) },
  });
  const revoked = happened("ApiKeyRevoked", { keyId, userId }, 60);
  expect(foldedAt(accessList, `api-key ${keyId}`, [...history, revoked])).toBeNull();
});

it("lists what was never used by its creation", () => {
  expect(entriesOf(foldedAt(accessList, `api-key ${keyId}`, [created]))?.use).toEqual({
    value: "api-key",
    order: iso(0),
  });
});

it("counts as a use of an application what it does with codes, tokens and consents, and no answer of a user", () => {
  const usedAt = (...news: RecordedEvent[]) => foldedAt(accessList, applicationKey, [registered, ...news])?.usedAt;
  expect(usedAt(granted(true, 10), happened("ConsentRevoked", parties, 20))).toBeNull();
  expect(usedAt(happened("AuthorizationCodeRedeemed", parties, 30))).toBe(iso(30));
  expect(usedAt(refreshed(40))).toBe(iso(40));
  expect(usedAt(used(50))).toBe(iso(50));
  expect(usedAt(happened("ClientTokenRevoked", { applicationId }, 60))).toBe(iso(60));
  expect(usedAt(used(50), used(20))).toBe(iso(50));
});

it("lists an application with its new owner once it is handed over, and not once it is deleted", () => {
  const handedOver = happened("ApplicationHandedOver", { applicationId, ownerId: otherId, formerOwnerId: userId }, 5);
  const application = foldedAt(accessList, applicationKey, [registered, used(3), handedOver]);
  expect(application).toMatchObject({ userId: otherId, createdAt: iso(0), usedAt: iso(3) });
  const deleted = happened("ApplicationDeleted", { applicationId }, 9);
  expect(foldedAt(accessList, applicationKey, [registered, deleted, used(10)])).toBeNull();
});

it("lists a consent from when it was first given, and anew after a revocation", () => {
  const history = [granted(true, 10), used(20), granted(false, 30)];
  const consent = { kind: "consent", id: applicationId, userId };
  expect(foldedAt(accessList, consentKey, history)).toEqual({ ...consent, createdAt: iso(10), usedAt: iso(20) });
  const revoked = happened("ConsentRevoked", parties, 40);
  expect(foldedAt(accessList, consentKey, [...history, revoked])).toBeNull();
  expect(foldedAt(accessList, consentKey, [...history, revoked, granted(true, 50)])).toEqual({
    ...consent,
    createdAt: iso(50),
    usedAt: null,
  });
});
