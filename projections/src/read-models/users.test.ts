import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { describe, expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { users } from "./users.ts";

const userId = "11111111-1111-4111-8111-111111111111";
const sessionId = "22222222-2222-4222-8222-222222222222";
const names = { firstName: "Ada", lastName: null };
const fact = (event: UserEvent | SecondFactorEvent, seconds = 0) => recorded(event, { recordedAt: at(seconds) });

const registered = fact({
  type: "UserRegistered",
  data: { userId, email: "ada@example.org", username: "ada", passwordHash: "$argon2id$hash", ...names },
});
const verified = fact({ type: "EmailVerified", data: { userId, sameBrowser: true } }, 60);
const passwordChanged = fact(
  { type: "PasswordChanged", data: { userId, passwordHash: "$argon2id$new", keptSession: sessionId } },
  90,
);
const asked = fact({ type: "EmailChangeRequested", data: { userId, email: "ada@example.net", taken: false } }, 80);
const emailChanged = fact({
  type: "EmailChanged",
  data: {
    userId,
    requestId: sessionId,
    email: "ada@example.net",
    formerEmail: "ada@example.org",
    identifier: "email-2",
    formerIdentifier: "email-1",
  },
});
const othersEnded = fact({ type: "OtherSessionsEnded", data: { userId, keptSession: sessionId } });
const deactivated = fact({ type: "UserDeactivated", data: { userId } });

describe("an account", () => {
  it("starts active, without roles, unverified", () => {
    expect(folded(users, [registered])).toMatchObject({
      id: userId,
      email: "ada@example.org",
      username: "ada",
      ...names,
      isAdmin: false,
      isDeveloper: false,
      isPro: false,
      isActive: true,
      twoFactorEnabled: false,
      emailVerified: false,
      emailVerifiedAt: null,
      registeredAt: at(0).toISOString(),
      passwordChangedAt: null,
      hasPassword: true,
      pendingEmail: null,
      sessionEpoch: 0,
      keptSession: null,
      apiKeyEpoch: 0,
      adminTerm: 0,
      createdBy: null,
      decoy: false,
      updatedAt: at(0).toISOString(),
    });
  });

  it("has the newest value of each field that an event names as it does", () => {
    const ofAnotherAddress = ["EmailChangeRequested", "EmailChangeAnnounced"];
    for (const { kind, event } of sampleEvents()) {
      if (kind !== "user" || ofAnotherAddress.includes(event.type)) continue;
      const data = { ...event.data, userId };
      const document = folded(users, [registered, fact({ ...event, data } as UserEvent)]) ?? {};
      const named = Object.entries(data).filter(([field]) => field in document);
      expect(document, event.type).toMatchObject(Object.fromEntries(named));
    }
  });

  it("begins a term as an admin", () => {
    given(users, registered)
      .when(fact({ type: "RolesChanged", data: { userId, isAdmin: true, isDeveloper: false, isPro: true } }))
      .thenChanged({ isAdmin: true, isPro: true, adminTerm: 1 });
  });

  it("shows whether sign-ins ask for codes", () => {
    const enabled = fact({ type: "TwoFactorEnabled", data: { userId } });
    const reason = "owner";
    const disabled = fact({ type: "TwoFactorDisabled", data: { userId, reason, recoveryCodesKept: false } });
    given(users, registered).when(enabled).thenChanged({ twoFactorEnabled: true });
    given(users, registered, enabled).when(disabled).thenChanged({ twoFactorEnabled: false });
  });

  it("EV-09 is verified or not as before a reset, which keeps no session and forgets a pending address", () => {
    const reset = fact(
      { type: "PasswordReset", data: { userId, passwordHash: "$argon2id$new", resetId: sessionId } },
      95,
    );
    given(users, registered, asked)
      .when(reset)
      .thenChanged({ sessionEpoch: 1, passwordChangedAt: at(95).toISOString(), pendingEmail: null });
  });

  it("SE-15 shows another address until it counts, is taken back or the password changes", () => {
    const pendingEmail = { email: "ada@example.net", requestedAt: at(80).toISOString() };
    given(users, registered).when(asked).thenChanged({ pendingEmail });
    given(users, registered, asked).when(emailChanged).thenChanged({ email: "ada@example.net", pendingEmail: null });
    given(users, registered, asked)
      .when(fact({ type: "EmailChangeCancelled", data: { userId } }))
      .thenChanged({ pendingEmail: null });
    given(users, registered, asked)
      .when(passwordChanged)
      .thenChanged({
        pendingEmail: null,
        sessionEpoch: 1,
        keptSession: sessionId,
        passwordChangedAt: at(90).toISOString(),
      });
  });

  it("SE-15 has its former address again after an undo, which keeps no session", () => {
    const undone = fact({
      type: "EmailChangeUndone",
      data: { userId, changeId: sessionId, email: "ada@example.org", released: ["email-2"] },
    });
    given(users, registered, emailChanged).when(undone).thenChanged({
      email: "ada@example.org",
      sessionEpoch: 1,
      apiKeyEpoch: 1,
      consentsCountFrom: undone.recordedAt.toISOString(),
    });
  });

  it("says whether it has a password: after a removal and a disowned change not, until one is set again", () => {
    const removed = fact({ type: "PasswordRemoved", data: { userId, keptSession: null } }, 70);
    const secured = fact({ type: "AccountSecured", data: { userId, causeId: sessionId } }, 70);
    const reset = fact({ type: "PasswordReset", data: { userId, passwordHash: "$argon2id$new", resetId: sessionId } });
    for (const without of [removed, secured]) {
      expect(folded(users, [registered, without])?.hasPassword).toBe(false);
      expect(folded(users, [registered, without, passwordChanged])?.hasPassword).toBe(true);
      expect(folded(users, [registered, without, reset])?.hasPassword).toBe(true);
    }
  });

  it("never contains a password hash", () => {
    expect(JSON.stringify(folded(users, [registered, passwordChanged]))).not.toContain("argon2id");
  });

  it("does not exist before it was registered, nor after an aborted registration", () => {
    given(users).when(verified, passwordChanged, deactivated).thenNoDocument();
    given(users)
      .when(fact({ type: "RegistrationAborted", data: { userId } }))
      .thenNoDocument();
  });

  it("A3 is removed when its registration lapses, and nothing brings it back", () => {
    const lapsed = fact({ type: "RegistrationLapsed", data: { userId, reason: "replaced" } });
    given(users, registered).when(lapsed).thenNoDocument();
    given(users, registered).when(lapsed, verified).thenNoDocument();
  });

  it("has null for the personal fields of an erased person", () => {
    const data = { userId, email: null, username: null, passwordHash: null, firstName: null, lastName: null };
    expect(folded(users, [fact({ type: "UserRegistered", data })])).toMatchObject({ email: null, username: null });
  });
});

describe("the session epoch of an account", () => {
  it("rises when the other sessions are ended", () => {
    given(users, registered, passwordChanged)
      .when(othersEnded)
      .thenChanged({ sessionEpoch: 2, keptSession: sessionId });
  });

  it("rises on deactivation, which keeps no session, and does not fall on activation", () => {
    given(users, registered, othersEnded)
      .when(deactivated)
      .thenChanged({ sessionEpoch: 2, keptSession: null, apiKeyEpoch: 1, isActive: false });
    given(users, registered, deactivated)
      .when(fact({ type: "UserActivated", data: { userId } }))
      .thenChanged({ isActive: true });
  });

  it("stays the same when the same password is rehashed", () => {
    given(users, registered)
      .when(fact({ type: "PasswordRehashed", data: { userId, passwordHash: "$argon2id$again" } }))
      .thenUnchanged();
  });
});

describe("a decoy", () => {
  it("looks like an unverified account", () => {
    const data = { userId, ownerId: sessionId, email: "ada@example.org", username: "ada", ...names };
    expect(folded(users, [fact({ type: "DecoyRegistered", data })])).toEqual({
      ...folded(users, [registered]),
      decoy: true,
    });
  });
});
