import type { UserEvent } from "@attestory/events/account-events.ts";
import { describe, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { user } from "./user.ts";
import type { UserCommand } from "./user-command.ts";
import type { RegisteredUser } from "./user-state.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const account = { userId, email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };
const registered: UserEvent = { type: "UserRegistered", data: { ...account, passwordHash: "hash-1" } };
const verified: UserEvent = { type: "EmailVerified", data: { userId, sameBrowser: true } };
const madeAdmin: UserEvent = {
  type: "RolesChanged",
  data: { userId, isAdmin: true, isDeveloper: false, isPro: false },
};
const off: UserEvent = { type: "UserDeactivated", data: { userId } };

const past = given(user);
const versionAfter = (...history: UserEvent[]) => (past(...history).state as RegisteredUser).accessVersion;
const roles = (isAdmin: boolean, accessVersion: number): UserCommand => ({
  type: "change-roles",
  isAdmin,
  isDeveloper: false,
  isPro: false,
  accessVersion,
});
const status = (isActive: boolean, accessVersion: number): UserCommand => ({
  type: "change-status",
  isActive,
  accessVersion,
});

describe("a change of roles or status", () => {
  it("RC-07 is refused if the account's access has changed since it was read", () => {
    const read = versionAfter(registered, verified);
    past(registered, verified).when(roles(true, read)).gives(madeAdmin);
    past(registered, verified).when(status(false, read)).gives(off);
    for (const meanwhile of [madeAdmin, off]) {
      past(registered, verified, meanwhile).when(roles(false, read)).refuses("access-changed-meanwhile");
      past(registered, verified, meanwhile).when(status(true, read)).refuses("access-changed-meanwhile");
    }
  });

  it("AC-04 makes no admin of an account whose address is not verified", () => {
    past(registered)
      .when(roles(true, versionAfter(registered)))
      .refuses("not-verified");
  });

  it("JO-06 is recorded where it takes no role but that of an invitation, once", () => {
    const invited: UserEvent = { type: "InvitationAccepted", data: { userId, invitationId: userId } };
    const none: UserEvent = {
      type: "RolesChanged",
      data: { userId, isAdmin: false, isDeveloper: false, isPro: false },
    };
    past(registered, invited)
      .when(roles(false, versionAfter(registered, invited)))
      .gives(none);
    past(registered, invited, none)
      .when(roles(false, versionAfter(registered, invited, none)))
      .gives();
  });

  it("changes nothing when it is repeated", () => {
    past(registered, verified, madeAdmin)
      .when(roles(true, versionAfter(registered, verified, madeAdmin)))
      .gives();
    past(registered, verified, off)
      .when(status(false, versionAfter(registered, verified, off)))
      .gives();
  });
});
