import { randomUUID } from "node:crypto";
import type { LiveSessionEvent } from "@attestory/events/sign-in-events.ts";
import { describe, expect, it } from "vitest";
import { expectSnapshots } from "../testing/expect-snapshots.ts";
import { given, type Past } from "../testing/given-when-then.ts";
import { type CountSession, liveSessions, mostSessions } from "./live-sessions.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const ids = Array.from(
  { length: mostSessions + 1 },
  (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
);
const [first = "", second = ""] = ids;
const newest = ids.at(-1) ?? "";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const absoluteSeconds = 3600;
const counted = (sessionId: string, noLongerCounted: string[] = []): Past<LiveSessionEvent> => ({
  event: { type: "SessionCounted", data: { userId, sessionId, absoluteSeconds, noLongerCounted } },
  at: t0,
});
const past = given(liveSessions);
const full = ids.slice(0, mostSessions).map((id) => counted(id));
const count = (said: Partial<CountSession> = {}): CountSession => ({
  userId,
  sessionId: newest,
  absoluteSeconds,
  ended: [],
  now: t0,
  ...said,
});

describe("the sessions of a user that live at once", () => {
  it("A7 are a hundred at most: a further one counts once another has ended", () => {
    past(...full.slice(1))
      .when(count())
      .gives(counted(newest).event);
    past(...full)
      .when(count())
      .refuses("full");
    past(...full)
      .when(count({ ended: [first, second, randomUUID()] }))
      .gives(counted(newest, [first, second]).event);
    past(...full, counted(newest, [first, second]))
      .when(count({ sessionId: first }))
      .gives(counted(first).event);
  });

  it("A7 do not count any more once they have expired", () => {
    const now = new Date(t0.getTime() + absoluteSeconds * 1000);
    past(...full)
      .when(count({ now: new Date(now.getTime() - 1) }))
      .refuses("full");
    past(...full)
      .when(count({ now }))
      .gives(counted(newest).event);
    expect(past(...full, { ...counted(newest), at: now }).state.sessions).toHaveLength(1);
  });

  it("A7 are counted once", () => {
    past(...full)
      .when(count({ sessionId: second }))
      .gives();
  });
});

it("restores every state of a user's live sessions, and nothing else", () => {
  expectSnapshots(liveSessions, userId, [...full, counted(newest, [first])]);
  expect(liveSessions.snapshot?.decode({ userId, sessions: [{ id: first }] })).toBeNull();
});
