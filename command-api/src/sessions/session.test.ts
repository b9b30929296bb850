import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";
import { describe, expect, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { session } from "./session.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const another = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const sessionId = "b3c9d2e1-0a4f-4b5c-9d6e-7f8091a2b3c4";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);
const data = sampleSession({ sessionId, userId });
const started: Past<SessionEvent> = { event: { type: "SessionStarted", data }, at: t0 };
const seen: SessionEvent = { type: "SessionSeen", data: { sessionId, authenticatedAt: null, proofs: null } };
const ended: SessionEvent = { type: "SessionEnded", data: { sessionId, reason: "revoked" } };
const proofs = { password: t0.toISOString() };
const past = given(session);

describe("a session", () => {
  it("starts once", () => {
    past()
      .when({ type: "start", ...data })
      .gives(started.event);
    past(started)
      .when({ type: "start", ...data })
      .refuses("already-started");
  });
  it("records activity every five minutes at most", () => {
    past(started)
      .when({ type: "record-activity", now: later(299) })
      .gives();
    past(started)
      .when({ type: "record-activity", now: later(300) })
      .gives({ type: "SessionSeen", data: { sessionId, authenticatedAt: t0.toISOString(), proofs } });
    expect(past(started, { event: seen, at: later(300) }).state).toMatchObject({
      lastSeenAt: later(300),
      startedAt: t0,
    });
  });
  it("SE-05 is ended once, by its owner, and does not exist for any other user", () => {
    past(started).when({ type: "end", userId, reason: "revoked" }).gives(ended);
    past(started, ended).when({ type: "end", userId, reason: "revoked" }).gives();
    past(started).when({ type: "end", userId: another, reason: "revoked" }).refuses("not-found");
    past().when({ type: "end", userId, reason: "revoked" }).refuses("not-found");
  });
  it("T4 knows when its user last proved who they are, also where a clock runs back", () => {
    const reauthenticate = { type: "reauthenticate", method: "password", userVerified: false } as const;
    const proved: SessionEvent = {
      type: "SessionReauthenticated",
      data: { sessionId, method: "password", userVerified: false, proofs },
    };
    expect(past(started).state).toMatchObject({ authenticatedAt: t0 });
    past(started).when(reauthenticate).gives(proved);
    const again = past(started, { event: proved, at: later(900) }, { event: proved, at: later(600) });
    expect(again.state).toMatchObject({ authenticatedAt: later(900), lastSeenAt: later(900) });
    again.when({ type: "record-activity", now: later(1300) }).gives({
      type: "SessionSeen",
      data: { sessionId, authenticatedAt: later(900).toISOString(), proofs: { password: later(900).toISOString() } },
    });
    past(started, ended).when(reauthenticate).refuses("not-found");
    past().when(reauthenticate).refuses("not-found");
  });
  it("knows which authentication methods its user gave, and when", () => {
    const key = { type: "reauthenticate", method: "hardware-key", userVerified: true } as const;
    const proved: SessionEvent = {
      type: "SessionReauthenticated",
      data: { sessionId, method: "hardware-key", userVerified: true, proofs },
    };
    past(started).when(key).gives(proved);
    const both = { password: t0, "verified-key": later(60) };
    expect(past(started, { event: proved, at: later(60) }).state).toMatchObject({ proofs: both });
    const second = past({ event: { type: "SessionStarted", data: { ...data, secondFactor: "totp" } }, at: t0 });
    expect(second.state).toMatchObject({ proofs: { password: t0, totp: t0 } });
  });
  it("records no activity after it has ended", () => {
    past(started, ended)
      .when({ type: "record-activity", now: later(3000) })
      .gives();
  });
});
