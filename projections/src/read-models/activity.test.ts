import { at, recorded, someSeal } from "@attestory/event-store/testing/recorded.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";
import { describe, expect, it } from "vitest";
import { folded, foldedAt } from "../testing/given-when-then.ts";
import { type ActivityDocument, activity } from "./activity.ts";
import type { PersonEvent } from "./activity-entries.ts";

const userId = "11111111-1111-4111-8111-111111111111";
const sessionId = "22222222-2222-4222-8222-222222222222";
const asking = "33333333-3333-4333-8333-333333333333";
const eventId = "44444444-4444-4444-8444-444444444444";

const started = {
  type: "SessionStarted",
  data: sampleSession({ sessionId, userId, secondFactor: "totp" }),
} satisfies PersonEvent;

const when = (event: PersonEvent, place: Parameters<typeof recorded>[1] = {}) => {
  const happened = recorded(event, {
    id: eventId,
    position: 42n,
    person: userId,
    ...place,
  }) as RecordedEvent<PersonEvent>;
  return activity.keys(happened).length === 0 ? "not shown" : folded(activity, [happened]);
};

describe("the activity of a person", () => {
  it("has an entry for a sign-in, with its session, its sealed address and no digest of the token", () => {
    const place = { recordedAt: at(5), sealed: someSeal, actor: { kind: "anyone", id: "" } } as const;
    expect(when(started, place)).toEqual({
      id: eventId,
      userId,
      kind: "sign-in",
      event: "SessionStarted",
      at: at(5).getTime(),
      order: "00000000000000000042",
      sessionId,
      by: "anyone",
      facts: { method: "password", secondFactor: "totp" },
      seal: { id: eventId, type: "SessionStarted", stream: "user-0", person: userId, sealed: "c2VhbGVk" },
    } satisfies ActivityDocument);
  });

  it("names the session that sent a command, and who did: the owner, another user or the service", () => {
    const changed: PersonEvent = { type: "UserDeactivated", data: { userId } };
    const by = (actor: { kind: "user" | "system"; id: string }) => when(changed, { actor, sessionId: asking });
    expect(by({ kind: "user", id: userId })).toMatchObject({ by: "owner", sessionId: asking });
    expect(by({ kind: "user", id: asking })).toMatchObject({ by: "other" });
    expect(by({ kind: "system", id: "sessions" })).toMatchObject({ by: "system" });
  });

  it("leaves out the session of a registration, and ends that are no news", () => {
    expect(when({ ...started, data: { ...started.data, pending: true } })).toBe("not shown");
    const ended = (reason: "expired" | "replaced" | "revoked") =>
      when({ type: "SessionEnded", data: { sessionId, reason } });
    expect(ended("expired")).toBe("not shown");
    expect(ended("replaced")).toBe("not shown");
    expect(ended("revoked")).toMatchObject({ userId, sessionId, facts: { reason: "revoked" } });
  });

  it("lists the entries of a person by position, and those of one kind", () => {
    const document = when(started) as ActivityDocument;
    const order = "00000000000000000042";
    expect(activity.indexes.user?.entry(document)).toEqual({ value: userId, order });
    expect(activity.indexes.kind?.entry(document)).toEqual({ value: `${userId} sign-in`, order });
  });

  it("names a connected application, and shows neither its scopes nor any digest", () => {
    const parties = { userId, applicationId: asking };
    const scopes = ["openid"];
    const granting = { ...parties, scopes, applicationName: "Ledgerline", apis: [], isNew: true };
    expect(when({ type: "ConsentGranted", data: granting })).toMatchObject({
      kind: "application",
      facts: { applicationName: "Ledgerline", isNew: true },
    });
    expect(when({ type: "ConsentUsed", data: parties })).toBeNull();
    const clientSecret = { encrypted: "encrypted", digest: "digest" };
    const rotating = { applicationId: asking, name: "Ledgerline", clientSecret, formerUntil: null };
    expect(when({ type: "ClientSecretRotated", data: rotating })).toMatchObject({
      userId,
      facts: { name: "Ledgerline" },
    });
  });
});

it("has an entry for each of the two persons whom the hand-over of an application is about", () => {
  const [ownerId, formerOwnerId, applicationId] = [userId, asking, sessionId];
  const event = {
    type: "ApplicationHandedOver",
    data: { applicationId, name: "Ledgerline", ownerId, formerOwnerId },
  } as const;
  const happened = recorded(event, { id: eventId, position: 42n, person: ownerId, sealed: someSeal });
  const keys = activity.keys(happened as RecordedEvent<PersonEvent>);
  const entries = keys.map((key) => foldedAt(activity, key, [happened]));
  const facts = { name: "Ledgerline", ownerId };
  expect(entries).toMatchObject([
    { id: eventId, userId: ownerId, facts },
    { id: eventId, userId: formerOwnerId, facts, seal: null },
  ]);
});
