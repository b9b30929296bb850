import { at, recorded, someSeal } from "@attestory/event-store/testing/recorded.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";
import { describe, expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { instantOrder, type SessionDocument, sessions } from "./sessions.ts";

const sessionId = "22222222-2222-4222-8222-222222222222";
const userId = "11111111-1111-4111-8111-111111111111";
/** Where an event stands in its stream and in time. */
interface Where {
  version: number;
  seconds: number;
  sealed?: Uint8Array;
}
const { sessionId: _, provenAt, ...facts } = sampleSession({ userId, rememberMe: true, sessionEpoch: 2 });

const fact = (event: SessionEvent, { version, seconds, sealed }: Where) =>
  recorded(event, { version, recordedAt: at(seconds), person: userId, ...(sealed && { sealed }) });
const started = fact(
  { type: "SessionStarted", data: { sessionId, provenAt, ...facts } },
  { version: 1, seconds: 0, sealed: someSeal },
);
const seen = (version: number, seconds: number, sealed?: Uint8Array) =>
  fact(
    { type: "SessionSeen", data: { sessionId, authenticatedAt: null, proofs: null } },
    { version, seconds, ...(sealed && { sealed }) },
  );
const ended = fact({ type: "SessionEnded", data: { sessionId, reason: "revoked" } }, { version: 2, seconds: 10 });

const entry = (...history: Parameters<typeof folded>[1]) => {
  const document = folded(sessions, history);
  return document && sessions.indexes.user?.entry(document);
};

describe("a session", () => {
  it("has the data that it was started with, and the sealed address", () => {
    expect(folded(sessions, [started])).toEqual({
      id: sessionId,
      ...facts,
      ended: null,
      version: 1,
      startedAt: at(0).getTime(),
      lastSeenAt: at(0).getTime(),
      authenticatedAt: at(0).getTime(),
      proofs: { password: at(0).toISOString() },
      seal: { id: started.id, type: "SessionStarted", stream: "user-0", person: userId, sealed: "c2VhbGVk" },
    } satisfies SessionDocument);
  });

  it("has the time and the sealed address of its last use", () => {
    const use = seen(2, 400, Buffer.from("elsewhere"));
    given(sessions, started)
      .when(use)
      .thenChanged({
        version: 2,
        lastSeenAt: at(400).getTime(),
        seal: { id: use.id, type: "SessionSeen", stream: "user-0", person: userId, sealed: "ZWxzZXdoZXJl" },
      });
  });

  it("T4 has the time when its user last proved who they are", () => {
    const proved = fact(
      { type: "SessionReauthenticated", data: { sessionId, method: "totp", userVerified: false, proofs: null } },
      { version: 3, seconds: 500 },
    );
    given(sessions, started, seen(2, 400))
      .when(proved)
      .thenChanged({
        version: 3,
        lastSeenAt: at(500).getTime(),
        authenticatedAt: at(500).getTime(),
        proofs: { password: at(0).toISOString(), totp: at(500).toISOString() },
      });
  });

  it("keeps the earlier address when a use has none", () => {
    given(sessions, started)
      .when(seen(2, 400))
      .thenChanged({ version: 2, lastSeenAt: at(400).getTime() });
  });

  it("SE-04 keeps its newest time of use when a clock runs back", () => {
    given(sessions, started, seen(2, 400)).when(seen(3, 100)).thenChanged({ version: 3 });
  });

  it("drops the sealed address once it has ended", () => {
    given(sessions, started).when(ended).thenChanged({ version: 2, ended: "revoked", seal: null });
  });

  it("does not exist before it started", () => {
    given(sessions).when(seen(2, 5), ended).thenNoDocument();
  });
});

describe("the list of a user's sessions", () => {
  it("B10 is ordered by expiry, which is idle time after the last use, and absolute time after the start at most", () => {
    expect(entry(started)).toEqual({ value: `${userId} 2`, order: instantOrder(at(3600).getTime()) });
    expect(entry(started, seen(2, 1))?.order).toBe(instantOrder(at(3601).getTime()));
    expect(entry(started, seen(2, 43_000))?.order).toBe(instantOrder(at(43_200).getTime()));
  });

  it("omits sessions that ended", () => {
    expect(entry(started, ended)).toBeNull();
  });
});
