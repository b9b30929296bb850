import type { UserEvent } from "@attestory/events/account-events.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { expectSnapshots } from "../testing/expect-snapshots.ts";
import { given } from "../testing/given-when-then.ts";
import { user } from "./user.ts";

const events = sampleEvents().flatMap(({ kind, event }) => (kind === "user" ? [event as UserEvent] : []));
const userId = events[0]?.data.userId ?? "";
const withoutAccount = [
  "DecoyRegistered",
  "RegistrationAborted",
  "RegistrationLapsed",
  "ErasureStarted",
  "PersonErased",
];

it("restores every state of an account", () => {
  expectSnapshots(
    user,
    userId,
    events.filter(({ type }) => !withoutAccount.includes(type)),
  );
});

it("takes no snapshot of a decoy, nor of a registration that ended", () => {
  for (const event of events.filter(({ type }) => withoutAccount.includes(type))) {
    expect(user.snapshot?.encode(given(user)(event).state)).toBeNull();
  }
});
