import type { InvitedAccountEvent } from "@attestory/events/joining-events.ts";
import { describe, expect, it } from "vitest";
import { expectSnapshots } from "../testing/expect-snapshots.ts";
import { given, type Past } from "../testing/given-when-then.ts";
import { type CountInvitedAccount, invitedAccounts } from "./invited-accounts.ts";

const past = given(invitedAccounts);
const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const first = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const second = "1b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const third = "2b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const now = new Date("2026-03-09T10:00:00.000Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const counted = (accountId: string): InvitedAccountEvent => ({
  type: "InvitedAccountCounted",
  data: { userId, accountId },
});
const lapsed = (accountId: string): InvitedAccountEvent => ({
  type: "InvitedAccountLapsed",
  data: { userId, accountId },
});
const ago = (days: number, event: InvitedAccountEvent): Past<InvitedAccountEvent> => ({ event, at: daysAgo(days) });
const count = (accountId: string, perDay = 2): CountInvitedAccount => ({
  type: "count",
  userId,
  accountId,
  perDay,
  now,
});

describe("D12 the accounts that a user's API keys create", () => {
  it("are counted until as many were as may be in 24 hours", () => {
    past(ago(1, counted(first)), ago(0.9, counted(second)))
      .when(count(third))
      .gives(counted(third));
    past(ago(0.9, counted(first)), ago(0, counted(second)))
      .when(count(third))
      .refuses("used-up");
  });

  it("are counted once each: a creation that was interrupted continues", () => {
    past(ago(0.9, counted(first)), ago(0, counted(second)))
      .when(count(first))
      .gives();
  });

  it("are fewer by each that lapsed in the last 30 days, counted once", () => {
    past(ago(7, counted(first)))
      .when({ type: "lapse", userId, accountId: first })
      .gives(lapsed(first));
    past(ago(7, counted(first)), ago(0, lapsed(first)))
      .when({ type: "lapse", userId, accountId: first })
      .gives();
    past(ago(29, lapsed(first)), ago(0, counted(second)))
      .when(count(third))
      .refuses("used-up");
    past(ago(30, lapsed(first)), ago(0, counted(second)))
      .when(count(third))
      .gives(counted(third));
  });

  it("are known from a snapshot, of which only what still counts is kept", () => {
    const history = [ago(40, counted(first)), ago(33, lapsed(first)), ago(1, counted(second)), ago(0, lapsed(second))];
    expectSnapshots(invitedAccounts, userId, history);
    expect(past(...history).state).toEqual({
      userId,
      counted: [{ id: second, at: daysAgo(1).getTime() }],
      lapsed: [{ id: second, at: now.getTime() }],
    });
  });
});
