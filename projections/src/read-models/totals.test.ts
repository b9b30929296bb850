import { recorded } from "@attestory/event-store/testing/recorded.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { totals, totalsKeys } from "./totals.ts";

const userId = "3f0a9a52-6d0e-4b83-a1f4-20c5e8d7b613";
const sample = (type: string) => {
  const found = sampleEvents().find(({ event }) => event.type === type)?.event;
  if (!found) throw new Error(`no sample of ${type}`);
  return recorded({ ...found, data: { ...found.data, userId, applicationId: userId } } as typeof found);
};
const registered = sample("UserRegistered");

it("counts an account from its registration, and with a second factor while it has one", () => {
  const none = { unverified: [], twoFactor: 0, applications: 0 };
  expect(folded(totals, [registered])).toEqual({ ...none, accounts: 1, unverified: [userId] });
  given(totals, registered).when(sample("EmailVerified")).thenChanged({ unverified: [] });
  given(totals, registered).when(sample("TwoFactorEnabled")).thenChanged({ twoFactor: 1 });
  given(totals, registered).when(sample("TwoFactorEnabled"), sample("TwoFactorDisabled")).thenUnchanged();
});

it("counts no registration that lapsed, and never counted a decoy", () => {
  given(totals, registered).when(sample("RegistrationLapsed")).thenChanged({ accounts: 0, unverified: [] });
  given(totals, sample("TwoFactorEnabled")).when(sample("RegistrationLapsed")).thenUnchanged();
  expect(totals.takes).not.toContain("DecoyRegistered");
});

it("counts applications", () => {
  given(totals, registered).when(sample("ApplicationRegistered")).thenChanged({ applications: 1 });
  given(totals, registered).when(sample("ApplicationRegistered"), sample("ApplicationDeleted")).thenUnchanged();
});

it("has a part for each first two digits of an id", () => {
  expect(new Set(totalsKeys).size).toBe(256);
  expect(totalsKeys).toContain(userId.slice(0, 2));
});
