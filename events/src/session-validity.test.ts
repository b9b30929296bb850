import { describe, expect, it } from "vitest";
import { isActivityDue, type SessionLimits, type SessionOwner, sessionValidity } from "./session-validity.ts";

const start = new Date("2026-01-05T09:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const session: SessionLimits = {
  id: "this",
  generation: 1,
  pending: false,
  sessionEpoch: 3,
  startedAt: start,
  lastSeenAt: start,
  ended: false,
  idleSeconds: 3600,
  absoluteSeconds: 43_200,
};
const owner: SessionOwner = { isActive: true, emailVerified: true, sessionEpoch: 3, keptSession: null };

const validity = (facts: Partial<SessionLimits>, owned: Partial<SessionOwner> = {}, now = after(60)) =>
  sessionValidity({ ...session, ...facts }, { ...owner, ...owned }, { now, generation: 1 });

describe("a session", () => {
  it("SE-03 counts as ended once it was ended explicitly", () => {
    expect(validity({ ended: true })).toBe("ended");
  });

  it("SE-06 counts as ended while its owner is inactive, and afterwards because that raised the epoch", () => {
    expect(validity({}, { isActive: false })).toBe("ended");
    expect(validity({}, { isActive: true, sessionEpoch: 4 })).toBe("ended");
  });

  it("counts as ended once its owner's epoch has risen, unless it is the kept session", () => {
    expect(validity({}, { sessionEpoch: 4, keptSession: "other" })).toBe("ended");
    expect(validity({}, { sessionEpoch: 4, keptSession: "this" })).toBe("good");
    expect(validity({ ended: true }, { sessionEpoch: 4, keptSession: "this" })).toBe("ended");
  });

  it("RE-42 counts as ended under every generation of the log but its own, also as the kept session", () => {
    expect(validity({ generation: 2 })).toBe("ended");
    expect(validity({ generation: 2 }, { sessionEpoch: 4, keptSession: "this" })).toBe("ended");
    expect(sessionValidity(session, owner, { now: after(60), generation: 2 })).toBe("ended");
  });

  it("counts as ended when it is pending and the address has been verified", () => {
    expect(validity({ pending: true }, { emailVerified: false })).toBe("good");
    expect(validity({ pending: true }, { emailVerified: true })).toBe("ended");
    expect(validity({ pending: false }, { emailVerified: false })).toBe("good");
  });

  it("SE-04 expires when it was idle too long, to the second", () => {
    expect(validity({}, {}, after(3599.999))).toBe("good");
    expect(validity({}, {}, after(3600))).toBe("expired");
    expect(validity({ lastSeenAt: after(3000) }, {}, after(6599))).toBe("good");
    expect(validity({ lastSeenAt: after(3000) }, {}, after(6600))).toBe("expired");
  });

  it("SE-04 expires at its absolute end, however much it was used", () => {
    expect(validity({ lastSeenAt: after(43_199) }, {}, after(43_199.999))).toBe("good");
    expect(validity({ lastSeenAt: after(43_200) }, {}, after(43_200))).toBe("expired");
  });

  it("RE-50 expires when it started in the future, by more than clocks may differ", () => {
    const day = 86_400;
    expect(validity({}, {}, after(-day))).toBe("good");
    expect(validity({}, {}, after(-day - 1))).toBe("expired");
    expect(validity({ lastSeenAt: after(day + 61) })).toBe("expired");
  });

  it("counts as ended rather than expired when both apply", () => {
    expect(validity({ ended: true }, {}, after(999_999))).toBe("ended");
  });
});

it("records activity of a session every five minutes, more often for a short idle time, and never of a pending one", () => {
  const lastSeenAt = after(0);
  const due = (idleSeconds: number, unseen: number, pending = false) =>
    isActivityDue({ pending, lastSeenAt, idleSeconds }, after(unseen));
  for (const idleSeconds of [30 * 86_400, 3600, 3000]) {
    expect([due(idleSeconds, 299.999), due(idleSeconds, 300)]).toEqual([false, true]);
  }
  expect([due(600, 59.999), due(600, 60)]).toEqual([false, true]);
  expect(due(3600, 3599, true)).toBe(false);
});
