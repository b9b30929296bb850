import type { UserEvent } from "@attestory/events/account-events.ts";
import { describe, expect, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { operatorLinkSeconds } from "./rescue.ts";
import { user } from "./user.ts";
import type { UserCommand } from "./user-command.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const linkId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const newerLink = "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);

const account = { userId, email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };
const registered: UserEvent = { type: "UserRegistered", data: { ...account, passwordHash: "hash-1" } };
const verified: UserEvent = { type: "EmailVerified", data: { userId, sameBrowser: true } };
const linkMade = (id: string, at = t0): Past<UserEvent> => ({
  event: { type: "RescueLinkMade", data: { userId } },
  at,
  id,
});
const used = (purpose: "password" | "second-factors"): UserEvent => ({
  type: "RescueLinkUsed",
  data: { userId, linkId, purpose },
});
const finished: UserEvent = { type: "RescueFinished", data: { userId, linkId } };
const reset: UserEvent = { type: "PasswordReset", data: { userId, passwordHash: "hash-2", resetId: linkId } };
const off: UserEvent = { type: "UserDeactivated", data: { userId } };

const past = (...history: (UserEvent | Past<UserEvent>)[]) => given(user)(registered, verified, ...history);
const setPassword = (now: Date): UserCommand => ({ type: "rescue-password", linkId, passwordHash: "hash-2", now });
const removeFactors = (now: Date): UserCommand => ({ type: "rescue-second-factors", linkId, now });

describe("AU-14 the link that lets an owner in again", () => {
  it("AU-14 is valid for 15 minutes, by the server's clock", () => {
    const before = later(operatorLinkSeconds - 1);
    const after = later(operatorLinkSeconds);
    past(linkMade(linkId)).when(setPassword(before)).gives(used("password"), reset);
    past(linkMade(linkId)).when(removeFactors(before)).gives(used("second-factors"));
    past(linkMade(linkId)).when(setPassword(after)).refuses("invalid-link");
    past(linkMade(linkId)).when(removeFactors(after)).refuses("invalid-link");
    past(linkMade(linkId, after)).when(setPassword(t0)).refuses("invalid-link");
  });

  it("AU-14 is used for one purpose, once, also while its removal of second factors is interrupted", () => {
    past(linkMade(linkId), used("password"), reset).when(setPassword(t0)).refuses("invalid-link");
    past(linkMade(linkId), used("password"), reset).when(removeFactors(t0)).refuses("invalid-link");
    past(linkMade(linkId), used("second-factors")).when(setPassword(t0)).refuses("invalid-link");
    past(linkMade(linkId), used("second-factors"))
      .when(removeFactors(later(operatorLinkSeconds)))
      .gives();
    past(linkMade(linkId), used("second-factors"), finished).when(removeFactors(t0)).refuses("invalid-link");
  });

  it("AU-14 ends with a newer one, and does nothing for a deactivated account", () => {
    past(linkMade(linkId), linkMade(newerLink)).when(setPassword(t0)).refuses("invalid-link");
    past(linkMade(linkId), off).when(setPassword(t0)).refuses("invalid-link");
    past(linkMade(linkId), off).when(removeFactors(t0)).refuses("invalid-link");
  });

  it("AU-14 ends every session", () => {
    const before = past(linkMade(linkId)).state as { sessionEpoch: number };
    for (const purpose of ["password", "second-factors"] as const) {
      const after = past(linkMade(linkId), used(purpose)).state as { sessionEpoch: number };
      expect(after.sessionEpoch).toBe(before.sessionEpoch + 1);
    }
  });
});
