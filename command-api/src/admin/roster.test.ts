import type { AdminEvent } from "@attestory/events/admin-events.ts";
import { describe, it } from "vitest";
import { operatorLinkSeconds } from "../accounts/rescue.ts";
import { given, type Past } from "../testing/given-when-then.ts";
import { type RosterCommand, roster } from "./roster.ts";

const ada = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const ben = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const linkId = "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);
const listed = (userId: string, accessVersion = 1): AdminEvent => ({
  type: "AdminListed",
  data: { userId, accessVersion },
});
const unlisted = (userId: string, accessVersion = 1): AdminEvent => ({
  type: "AdminUnlisted",
  data: { userId, accessVersion },
});
const list = (userId: string, accessVersion = 1): RosterCommand => ({ type: "list", userId, accessVersion });
const unlist = (userId: string, accessVersion = 1): RosterCommand => ({ type: "unlist", userId, accessVersion });
const past = given(roster);

describe("the roster of admins", () => {
  it("RC-07 refuses to take the last one off", () => {
    past(listed(ada)).when(unlist(ada)).refuses("last-admin");
    past(listed(ada), listed(ben)).when(unlist(ada)).gives(unlisted(ada));
    past(listed(ada), listed(ben), unlisted(ada)).when(unlist(ben)).refuses("last-admin");
  });
  it("RC-07 does not count an admin who was never listed, because a promotion was interrupted", () => {
    past(listed(ada)).when(unlist(ben)).gives(unlisted(ben));
    past().when(unlist(ben)).refuses("last-admin");
  });
  it("RC-07 lists nobody whose account may have changed since, and anyone who became an admin again", () => {
    past(listed(ada), listed(ben), unlisted(ben, 1)).when(list(ben, 1)).refuses("leaving");
    past(listed(ada), unlisted(ben, 3)).when(list(ben, 2)).refuses("leaving");
    past(listed(ada), listed(ben), unlisted(ben, 1)).when(list(ben, 2)).gives(listed(ben, 2));
  });
  it("RE-42 takes off an erased account that a backup has brought back, also the last one", () => {
    const erased: RosterCommand = { type: "unlist-erased", userId: ada };
    past(listed(ada)).when(erased).gives(unlisted(ada, 0));
    past(listed(ben)).when(erased).gives();
  });
  it("writes no event when a step is repeated", () => {
    past(listed(ada)).when(list(ada)).gives();
    past(listed(ada), listed(ben), unlisted(ben)).when(unlist(ben)).gives();
  });
});

describe("the link for the first admin", () => {
  const made: Past<AdminEvent> = { event: { type: "AdminLinkMade", data: {} }, at: t0, id: linkId };
  const used = (userId: string): AdminEvent => ({ type: "AdminLinkUsed", data: { linkId, userId } });
  const use = (userId: string, now = t0): RosterCommand => ({ type: "use-link", linkId, userId, now });

  it("AU-14 is made only while there is no admin", () => {
    past().when({ type: "make-link" }).gives({ type: "AdminLinkMade", data: {} });
    past(listed(ada)).when({ type: "make-link" }).refuses("has-admin");
  });
  it("AU-14 is used by one account, within 15 minutes", () => {
    past(made).when(use(ada)).gives(used(ada));
    past(made, used(ada)).when(use(ben)).refuses("invalid-link");
    past(made)
      .when(use(ada, later(operatorLinkSeconds - 1)))
      .gives(used(ada));
    past(made)
      .when(use(ada, later(operatorLinkSeconds)))
      .refuses("invalid-link");
    past(made)
      .when(use(ada, later(-operatorLinkSeconds)))
      .refuses("invalid-link");
  });
  it("AU-14 continues for the account that was interrupted, and is over once that is an admin", () => {
    past(made, used(ada)).when(use(ada)).gives();
    past(made, used(ada), listed(ada)).when(use(ada)).refuses("invalid-link");
  });
  it("AU-14 is refused once there is an admin, and when a newer link was made", () => {
    past(made, listed(ben)).when(use(ada)).refuses("has-admin");
    past(made, { type: "AdminLinkMade", data: {} }).when(use(ada)).refuses("invalid-link");
  });
});
