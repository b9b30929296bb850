import type { UserEvent } from "@attestory/events/account-events.ts";
import { describe, expect, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { resetSeconds } from "./password-reset.ts";
import { holdSeconds, lapseSeconds } from "./registration-age.ts";
import { user } from "./user.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const resetId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);

const account = { userId, email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };
const created: UserEvent = { type: "UserRegistered", data: { ...account, passwordHash: null } };
const invited: UserEvent = { type: "PasswordResetRequested", data: { userId, reason: "invited" } };
const verified: UserEvent = { type: "EmailVerified", data: { userId, sameBrowser: true } };
const chosen: UserEvent = { type: "PasswordReset", data: { userId, passwordHash: "hash", resetId } };
const byAdmin: Past<UserEvent> = { event: created, at: t0, actor: { kind: "user", id: resetId } };
const past = given(user);
const invitation = () => past(byAdmin, { event: invited, at: t0, id: resetId });
const choose = (seconds: number) =>
  ({ type: "reset-password", resetId, passwordHash: "hash", now: later(seconds) }) as const;

describe("an account that a program or an admin creates", () => {
  it("begins with an invitation instead of a verification", () => {
    past()
      .when({ type: "register", ...account, passwordHash: null })
      .gives(created, invited);
  });

  it("holds its identifiers until it lapses, after seven days", () => {
    for (const seconds of [holdSeconds, lapseSeconds - 1]) {
      invitation()
        .when({ type: "lapse", reason: "replaced", now: later(seconds) })
        .refuses("not-due");
    }
    invitation()
      .when({ type: "lapse", reason: "replaced", now: later(lapseSeconds) })
      .gives({ type: "RegistrationLapsed", data: { userId, reason: "replaced" } });
  });

  it("takes a password by its link until it lapses, which verifies the address", () => {
    invitation().when(choose(resetSeconds)).gives(verified, chosen);
    invitation()
      .when(choose(lapseSeconds - 1))
      .gives(verified, chosen);
    invitation().when(choose(lapseSeconds)).refuses("invalid-link");
  });

  it("is invited again where its owner asks for a link of another kind", () => {
    for (const type of ["request-verification", "request-password-reset"] as const) {
      invitation()
        .when({ type, now: later(1) })
        .gives(invited);
    }
  });

  it("is like any other once its owner has chosen a password", () => {
    const after = past(byAdmin, { event: invited, at: t0, id: resetId }, verified, chosen);
    expect(after.state).toMatchObject({ awaitsOwner: false, emailVerified: true, passwordHash: "hash" });
    after
      .when({ type: "request-password-reset", now: later(1) })
      .gives({ type: "PasswordResetRequested", data: { userId, reason: "forgotten" } });
  });
});
