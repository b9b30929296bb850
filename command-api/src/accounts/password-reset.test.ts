import type { UserEvent } from "@attestory/events/account-events.ts";
import { describe, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { resetSeconds } from "./password-reset.ts";
import { user } from "./user.ts";
import type { UserCommand } from "./user-command.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const resetId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const newerReset = "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);

const account = { userId, email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };
const registered: Past<UserEvent> = {
  event: { type: "UserRegistered", data: { ...account, passwordHash: "hash-1" } },
  at: t0,
};
const verified: UserEvent = { type: "EmailVerified", data: { userId, sameBrowser: true } };
const asked = (id: string): Past<UserEvent> => ({
  event: { type: "PasswordResetRequested", data: { userId, reason: "forgotten" } },
  at: t0,
  id,
});
const done: UserEvent = { type: "PasswordReset", data: { userId, passwordHash: "hash-2", resetId } };
const off: UserEvent = { type: "UserDeactivated", data: { userId } };
const request: UserCommand = { type: "request-password-reset", now: t0 };
const reset = (now = t0): UserCommand => ({ type: "reset-password", resetId, passwordHash: "hash-2", now });
const past = given(user);

describe("the link that sets a new password", () => {
  it("EV-09 works once, for 30 minutes, until a newer one is requested", () => {
    past(registered, verified, asked(resetId))
      .when(reset(later(resetSeconds - 1)))
      .gives(done);
    past(registered, verified, asked(resetId))
      .when(reset(later(resetSeconds)))
      .refuses("invalid-link");
    past(registered, verified, asked(resetId), done).when(reset()).refuses("invalid-link");
    past(registered, verified, asked(resetId), asked(newerReset)).when(reset()).refuses("invalid-link");
  });

  it("AU-16 EV-09 verifies an address that was not verified", () => {
    past(registered, asked(resetId)).when(reset()).gives(verified, done);
  });

  it("EV-09 is neither sent nor accepted while the account is deactivated", () => {
    past(registered, verified, off).when(request).gives();
    past(registered, verified, asked(resetId), off).when(reset()).refuses("invalid-link");
  });
});
