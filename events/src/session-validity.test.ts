import { describe, expect, it } from "vitest";
import { activityEverySeconds, type SessionLimits, type SessionOwner, sessionValidity } from "./session-validity.ts";

const start = new Date("2026-01-05T09:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const session: SessionLimits = {
  ...{ id: "this", pending: false, sessionEpoch: 3, startedAt: start, lastSeenAt: start, ended: false },
  ...{ idleSeconds: 3600, absoluteSeconds: 43_200 },
};
const owner: SessionOwner = { isActive: true, emailVerified: true, sessionEpoch: 3, keptSession: null };

const standing = (facts: Partial<SessionLimits>, owned: Partial<SessionOwner> = {}, now = after(60)) =>
  sessionValidity({ ...session, ...facts }, { ...owner, ...owned }, now);

describe("a session", () => {
  it("SE-03 is over once it was ended", () => {
    expect(standing({ ended: true })).toBe("ended");
  });

  it("SE-06 is over while its owner is not active, and stays over when the epoch was raised by that", () => {
    expect(standing({}, { isActive: false })).toBe("ended");
    expect(standing({}, { isActive: true, sessionEpoch: 4 })).toBe("ended");
  });

  it("is over once its owner's epoch is another one, but for the one session that was kept", () => {
    expect(standing({}, { sessionEpoch: 4, keptSession: "other" })).toBe("ended");
    expect(standing({}, { sessionEpoch: 4, keptSession: "this" })).toBe("good");
    expect(standing({ ended: true }, { sessionEpoch: 4, keptSession: "this" })).toBe("ended");
  });

  it("that awaits the verification of its address is over once that is verified", () => {
    expect(standing({ pending: true }, { emailVerified: false })).toBe("good");
    expect(standing({ pending: true }, { emailVerified: true })).toBe("ended");
    expect(standing({ pending: false }, { emailVerified: false })).toBe("good");
  });

  it("SE-04 expires when it was idle too long, to the second", () => {
    expect(standing({}, {}, after(3599.999))).toBe("good");
    expect(standing({}, {}, after(3600))).toBe("expired");
    expect(standing({ lastSeenAt: after(3000) }, {}, after(6599))).toBe("good");
    expect(standing({ lastSeenAt: after(3000) }, {}, after(6600))).toBe("expired");
  });

  it("SE-04 expires at its absolute end, however busy it was", () => {
    expect(standing({ lastSeenAt: after(43_199) }, {}, after(43_199.999))).toBe("good");
    expect(standing({ lastSeenAt: after(43_200) }, {}, after(43_200))).toBe("expired");
  });

  it("RE-50 is over when it is of a time that is yet to come, by more than clocks differ", () => {
    const day = 86_400;
    expect(standing({}, {}, after(-day))).toBe("good");
    expect(standing({}, {}, after(-day - 1))).toBe("expired");
    expect(standing({ lastSeenAt: after(day + 61) })).toBe("expired");
  });

  it("is called ended, not expired, when it is both", () => {
    expect(standing({ ended: true }, {}, after(999_999))).toBe("ended");
  });
});

it("notes that a session was seen every five minutes, or oftener if it goes idle sooner than that", () => {
  expect(activityEverySeconds(30 * 86_400)).toBe(300);
  expect(activityEverySeconds(3600)).toBe(300);
  expect(activityEverySeconds(3000)).toBe(300);
  expect(activityEverySeconds(600)).toBe(60);
});
