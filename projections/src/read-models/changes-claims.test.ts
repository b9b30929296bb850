import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { users } from "./users.ts";

const userId = "11111111-1111-4111-8111-111111111111";
const fact = (event: UserEvent, second: number) => recorded(event, { recordedAt: at(second) });
const sample = sampleEvents().find(({ event }) => event.type === "UserRegistered")?.event as UserEvent;
const registered = fact({ ...sample, data: { ...sample.data, userId } } as UserEvent, 0);

it("knows when something last changed that applications may read", () => {
  const renamed = fact({ type: "ProfileChanged", data: { userId, firstName: "Ada", lastName: null } }, 70);
  const ended = fact({ type: "OtherSessionsEnded", data: { userId, keptSession: null } }, 90);
  expect(folded(users, [registered])?.updatedAt).toBe(at(0).toISOString());
  expect(folded(users, [registered, renamed, ended])?.updatedAt).toBe(at(70).toISOString());
});

it("becomes verified", () => {
  const then = at(60).toISOString();
  given(users, registered)
    .when(fact({ type: "EmailVerified", data: { userId, sameBrowser: true } }, 60))
    .thenChanged({ emailVerified: true, emailVerifiedAt: then, updatedAt: then });
});
