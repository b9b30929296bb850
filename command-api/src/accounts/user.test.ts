import type { UserEvent } from "@attestory/events/account-events.ts";
import { describe, expect, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { user } from "./user.ts";
import type { UserCommand } from "./user-command.ts";
import { sessionOwnerOf } from "./user-validity.ts";
import { verificationSeconds } from "./verification.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const firstVerification = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const newerVerification = "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55";
const another = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const sessionId = "b3c9d2e1-0a4f-4b5c-9d6e-7f8091a2b3c4";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);

const account = { userId, email: "juniper@example.com", username: "juniper", firstName: "Juniper", lastName: null };
const registered: Past<UserEvent> = {
  event: { type: "UserRegistered", data: { ...account, passwordHash: "hash-1" } },
  at: t0,
  id: firstVerification,
};
const verified: UserEvent = { type: "EmailVerified", data: { userId, sameBrowser: true } };
const past = given(user);
const verify = (verificationId: string, now: Date): UserCommand => ({
  type: "verify-email",
  verificationId,
  sameBrowser: true,
  now,
});

describe("registering", () => {
  const register: UserCommand = { type: "register", passwordHash: "hash-1", ...account };

  it("registers a new user", () => {
    past().when(register).gives(registered.event);
  });
  it("refuses a second registration of the same user id, and an aborted one", () => {
    past(registered).when(register).refuses("already-registered");
    past({ type: "RegistrationAborted", data: { userId } }).when(register).refuses("aborted");
  });
  it("refuses to abort a completed registration", () => {
    past(registered).when({ type: "abort-registration", userId }).refuses("already-registered");
  });
  it("aborts a registration once", () => {
    const aborted: UserEvent = { type: "RegistrationAborted", data: { userId } };
    past().when({ type: "abort-registration", userId }).gives(aborted);
    past(aborted).when({ type: "abort-registration", userId }).gives();
  });
  it("registers a decoy that looks like an unverified account and cannot be changed", () => {
    const decoy: UserEvent = { type: "DecoyRegistered", data: { ...account, ownerId: firstVerification } };
    past()
      .when({ type: "register-decoy", ownerId: firstVerification, ...account })
      .gives(decoy);
    expect(sessionOwnerOf(past(decoy).state)).toMatchObject({ isActive: true, emailVerified: false });
    past(decoy).when({ type: "request-verification", now: t0 }).refuses("not-registered");
  });
});

describe("verifying an email address", () => {
  it("accepts the link of the newest email for one day", () => {
    past(registered)
      .when(verify(firstVerification, later(verificationSeconds - 1)))
      .gives(verified);
    past(registered)
      .when(verify(firstVerification, later(verificationSeconds)))
      .refuses("invalid-link");
  });
  it("RE-50 refuses a link requested in the future by a wrong clock", () => {
    past(registered)
      .when(verify(firstVerification, later(-verificationSeconds)))
      .refuses("invalid-link");
  });
  it("EV-03 accepts the same link again without an event, and refuses it once it has expired", () => {
    past(registered, verified)
      .when(verify(firstVerification, later(60)))
      .gives();
    past(registered, verified)
      .when(verify(firstVerification, later(verificationSeconds)))
      .refuses("invalid-link");
  });
  it("EV-04 refuses the older link once a newer email was requested", () => {
    const asked: Past<UserEvent> = {
      event: { type: "VerificationRequested", data: { userId } },
      at: later(60),
      id: newerVerification,
    };
    past(registered, asked)
      .when(verify(firstVerification, later(61)))
      .refuses("invalid-link");
    past(registered, asked)
      .when(verify(newerVerification, later(61)))
      .gives(verified);
  });
  it("refuses an unknown user", () => {
    past().when(verify(firstVerification, t0)).refuses("not-registered");
  });
  it("requests another email until the address is verified, and then does nothing", () => {
    past(registered)
      .when({ type: "request-verification", now: t0 })
      .gives({ type: "VerificationRequested", data: { userId } });
    past(registered, verified).when({ type: "request-verification", now: t0 }).gives();
  });
});

describe("changing the profile", () => {
  const change: UserCommand = { type: "change-profile", firstName: "Wren", lastName: "Sample" };

  it("records the new names once", () => {
    const changed: UserEvent = { type: "ProfileChanged", data: { userId, firstName: "Wren", lastName: "Sample" } };
    past(registered).when(change).gives(changed);
    past(registered, changed).when(change).gives();
  });
  it("clears a name", () => {
    const cleared: UserEvent = { type: "ProfileChanged", data: { userId, firstName: null, lastName: null } };
    past(registered).when({ type: "change-profile", firstName: null, lastName: null }).gives(cleared);
  });
});

describe("changing the password", () => {
  const change: UserCommand = {
    type: "change-password",
    verifiedAgainst: "hash-1",
    passwordHash: "hash-2",
    by: { sessionId, sessionEpoch: 0 },
  };
  const changed: UserEvent = {
    type: "PasswordChanged",
    data: { userId, passwordHash: "hash-2", keptSession: sessionId },
  };

  it("ends every session except the one that changed it", () => {
    past(registered, verified).when(change).gives(changed);
    expect(past(registered, verified, changed).state).toMatchObject({
      sessionEpoch: 1,
      keptSession: sessionId,
      passwordHash: "hash-2",
    });
  });
  it("refuses a change that was verified against a password replaced meanwhile", () => {
    past(registered, verified, changed).when(change).refuses("password-changed-meanwhile");
  });
  it("refuses a session that ended meanwhile", () => {
    const from = { ...change, by: { sessionId: another, sessionEpoch: 0 }, verifiedAgainst: "hash-2" };
    past(registered, verified, changed).when(from).refuses("session-ended");
  });
  it("PW-06 keeps sessions when the same password is rehashed, and never restores an older password", () => {
    const rehash: UserCommand = { type: "rehash-password", verifiedAgainst: "hash-1", passwordHash: "hash-1b" };
    const rehashed: UserEvent = { type: "PasswordRehashed", data: { userId, passwordHash: "hash-1b" } };
    past(registered, verified).when(rehash).gives(rehashed);
    expect(past(registered, verified, rehashed).state).toMatchObject({ sessionEpoch: 0, passwordHash: "hash-1b" });
    past(registered, verified, changed).when(rehash).gives();
  });
});

describe("ending a user's sessions", () => {
  it("ends all sessions except the one that asks", () => {
    const ended: UserEvent = { type: "OtherSessionsEnded", data: { userId, keptSession: sessionId } };
    const asked: UserCommand = { type: "end-other-sessions", by: { sessionId, sessionEpoch: 0 } };
    past(registered, verified).when(asked).gives(ended);
    expect(past(registered, verified, ended).state).toMatchObject({ sessionEpoch: 1, keptSession: sessionId });
    past(registered, verified, ended).when(asked).gives(ended);
  });
  it("refuses a session that ended meanwhile, which would otherwise revive itself", () => {
    const ended: UserEvent = { type: "OtherSessionsEnded", data: { userId, keptSession: sessionId } };
    const off: UserEvent = { type: "UserDeactivated", data: { userId } };
    const on: UserEvent = { type: "UserActivated", data: { userId } };
    const asked: UserCommand = { type: "end-other-sessions", by: { sessionId: another, sessionEpoch: 0 } };
    past(registered, verified, ended).when(asked).refuses("session-ended");
    past(registered, verified, off).when(asked).refuses("session-ended");
    past(registered, verified, off, on).when(asked).refuses("session-ended");
  });
  it("ends every session on deactivation, and revives none on activation", () => {
    const off: UserEvent = { type: "UserDeactivated", data: { userId } };
    const on: UserEvent = { type: "UserActivated", data: { userId } };
    expect(past(registered, verified, off, on).state).toMatchObject({
      sessionEpoch: 1,
      keptSession: null,
      isActive: true,
    });
  });
});
