import type { UserEvent } from "@attestory/events/account-events.ts";
import { describe, expect, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { holdSeconds, lapseSeconds } from "./registration-age.ts";
import { user } from "./user.ts";
import type { LapseReason, UserCommand } from "./user-command.ts";
import { sessionOwnerOf } from "./user-validity.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const other = "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55";
const id = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);

const account = { userId, email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };
const registered: Past<UserEvent> = {
  event: { type: "UserRegistered", data: { ...account, passwordHash: "hash" } },
  at: t0,
  id,
};
const decoy: Past<UserEvent> = { event: { type: "DecoyRegistered", data: { ...account, ownerId: other } }, at: t0 };
const verified: UserEvent = { type: "EmailVerified", data: { userId, sameBrowser: true } };
const requestedAt = (seconds: number): Past<UserEvent> => ({
  event: { type: "VerificationRequested", data: { userId } },
  at: later(seconds),
  id: other,
});
const lapse = (reason: LapseReason, seconds = 0): UserCommand => ({ type: "lapse", reason, now: later(seconds) });
const lapsed = (reason: LapseReason): UserEvent => ({ type: "RegistrationLapsed", data: { userId, reason } });
const verify = (verificationId: string, seconds: number): UserCommand => ({
  type: "verify-email",
  verificationId,
  sameBrowser: true,
  now: later(seconds),
});
const past = given(user);

describe("A3 an unverified registration", () => {
  it.each([
    ["of a user", registered],
    ["that is a decoy", decoy],
  ])("A3 holds its identifiers for an hour and lapses after seven days: one %s", (_, registration) => {
    past(registration)
      .when(lapse("replaced", holdSeconds - 1))
      .refuses("not-due");
    past(registration).when(lapse("replaced", holdSeconds)).gives(lapsed("replaced"));
    past(registration)
      .when(lapse("expired", lapseSeconds - 1))
      .refuses("not-due");
    past(registration).when(lapse("expired", lapseSeconds)).gives(lapsed("expired"));
  });

  it("A3 can be disowned at once", () => {
    past(registered).when(lapse("disowned")).gives(lapsed("disowned"));
  });

  it("A3 is not held longer by asking for the email again", () => {
    past(registered, requestedAt(holdSeconds - 1))
      .when(lapse("replaced", holdSeconds))
      .gives(lapsed("replaced"));
  });

  it("A3 RE-50 holds nothing if a wrong clock dated it in the future", () => {
    past(registered)
      .when(lapse("replaced", -24 * 3600))
      .refuses("not-due");
    past(registered)
      .when(lapse("replaced", -24 * 3600 - 1))
      .gives(lapsed("replaced"));
  });

  it("A3 cannot be verified from its eighth day on, even if nobody recorded that it lapsed", () => {
    const asked = requestedAt(lapseSeconds - 60);
    past(registered, asked)
      .when(verify(other, lapseSeconds - 1))
      .gives(verified);
    past(registered, asked).when(verify(other, lapseSeconds)).refuses("invalid-link");
    past(registered)
      .when({ type: "request-verification", now: later(lapseSeconds) })
      .gives();
  });
});

describe("A3 a verified account", () => {
  it.each(["replaced", "expired", "disowned"] as const)("A3 is never %s", (reason) => {
    past(registered, verified)
      .when(lapse(reason, 2 * lapseSeconds))
      .refuses("already-verified");
  });
});

describe("A3 a lapsed registration", () => {
  const gone = lapsed("replaced");

  it("A3 lapses once, whatever the second reason", () => {
    past(registered, gone).when(lapse("disowned")).gives();
    past(decoy, gone).when(lapse("expired", lapseSeconds)).gives();
  });

  it("A3 refuses every later command, and has no sessions", () => {
    const names = { firstName: "Mallory", lastName: null };
    const by = { sessionId: other, sessionEpoch: 0 };
    for (const command of [
      verify(id, 60),
      { type: "request-verification", now: t0 },
      { type: "change-profile", ...names },
      { type: "change-password", verifiedAgainst: "hash", passwordHash: "hash-2", by },
      { type: "rehash-password", verifiedAgainst: "hash", passwordHash: "hash-2" },
      { type: "end-other-sessions", by },
    ] satisfies UserCommand[]) {
      past(registered, gone).when(command).refuses("not-registered");
    }
    for (const command of [
      { type: "register", passwordHash: "hash", ...account },
      { type: "register-decoy", ownerId: other, ...account },
      { type: "abort-registration", userId },
    ] satisfies UserCommand[]) {
      past(registered, gone).when(command).refuses("already-registered");
    }
    expect(sessionOwnerOf(past(registered, gone).state)).toBeNull();
  });

  it("A3 keeps what it named, and no password", () => {
    const kept = { status: "lapsed", createdBy: null, ...account };
    expect(past(registered, gone).state).toEqual({ ...kept, wasDecoy: false });
    expect(past(decoy, gone).state).toEqual({ ...kept, wasDecoy: true });
    expect(past(registered, gone, verified).state).toEqual(past(registered, gone).state);
  });
});
