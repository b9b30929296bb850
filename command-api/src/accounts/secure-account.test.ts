import type { UserEvent } from "@attestory/events/account-events.ts";
import { describe, expect, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { user } from "./user.ts";
import type { UserCommand } from "./user-command.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const causeId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const after = (seconds: number) => new Date(t0.getTime() + seconds * 1000);
const names = { username: "juniper", firstName: null, lastName: null };
const registered: Past<UserEvent> = {
  event: { type: "UserRegistered", data: { userId, email: "juniper@example.com", passwordHash: "hash", ...names } },
  at: t0,
};
const verified = (sameBrowser: boolean): UserEvent => ({ type: "EmailVerified", data: { userId, sameBrowser } });
const secured: UserEvent = { type: "AccountSecured", data: { userId, causeId } };
const resetRequested: UserEvent = { type: "PasswordResetRequested", data: { userId, reason: "disowned" } };
const addressChanged: UserEvent = {
  type: "EmailChanged",
  data: {
    userId,
    requestId: causeId,
    email: "thief@example.com",
    formerEmail: "juniper@example.com",
    identifier: "email-2",
    formerIdentifier: "email-1",
  },
};
const past = given(user);
const secure = (causedSeconds: number): UserCommand => ({
  type: "secure-account",
  causeId,
  causedAt: after(causedSeconds),
});
const stateAfter = (...history: (UserEvent | Past<UserEvent>)[]) => past(registered, ...history).state;

describe("a change that the owner disowns", () => {
  it("SE-15 ends every session and the password, and sends a link to choose a new one", () => {
    past(registered, verified(true)).when(secure(10)).gives(secured, resetRequested);
    const { sessionEpoch } = stateAfter(verified(true)) as { sessionEpoch: number };
    expect(stateAfter(verified(true), secured)).toMatchObject({
      passwordHash: null,
      sessionEpoch: sessionEpoch + 1,
      keptSession: null,
      pendingEmail: null,
    });
  });

  it("SE-15 is answered once: neither it nor an earlier one ends what came after", () => {
    const once: Past<UserEvent> = { event: secured, at: after(20) };
    past(registered, verified(true), once).when(secure(10)).gives();
    past(registered, verified(true), once).when(secure(20)).gives();
    past(registered, verified(true), once).when(secure(21)).gives(secured, resetRequested);
  });

  it("SE-15 sends no link to an address that came after the change", () => {
    const changed: Past<UserEvent> = { event: addressChanged, at: after(15) };
    past(registered, verified(true), changed).when(secure(10)).gives(secured);
    past(registered, verified(true), changed).when(secure(16)).gives(secured, resetRequested);
  });
});

describe("a change of the address that the owner undoes", () => {
  const changed: Past<UserEvent> = { event: addressChanged, at: after(15), id: causeId };
  const undone: Past<UserEvent> = {
    event: {
      type: "EmailChangeUndone",
      data: { userId, changeId: causeId, email: "juniper@example.com", released: ["email-2"] },
    },
    at: after(30),
  };

  it('D14 ends "This wasn\'t me" in every email of before, which the other address may have got', () => {
    past(registered, verified(true), changed).when(secure(20)).gives(secured, resetRequested);
    past(registered, verified(true), changed, undone).when(secure(20)).gives();
    past(registered, verified(true), changed, undone).when(secure(31)).gives(secured, resetRequested);
  });
});

describe("AU-16 an address that was verified in another browser", () => {
  it("AU-16 asks for a code until a reset sets a new password", () => {
    expect(stateAfter(verified(true))).toMatchObject({ emailVerified: true, isVerifiedElsewhere: false });
    expect(stateAfter(verified(false))).toMatchObject({ emailVerified: true, isVerifiedElsewhere: true });
    const recognized: UserEvent = { type: "RegistrantRecognized", data: { userId } };
    expect(stateAfter(verified(false), recognized)).toMatchObject({ emailVerified: true, isVerifiedElsewhere: false });
    const reset: UserEvent = { type: "PasswordReset", data: { userId, passwordHash: "hash-2", resetId: causeId } };
    expect(stateAfter(verified(false), reset)).toMatchObject({ isVerifiedElsewhere: false, passwordHash: "hash-2" });
  });
});
