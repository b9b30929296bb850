import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { InvitedAccountEvent } from "@attestory/events/joining-events.ts";
import { expect, it } from "vitest";
import { folded } from "../testing/given-when-then.ts";
import { invitedAccounts } from "./invited-accounts.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const data = { userId, accountId: "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22" };
const dayMs = 86_400_000;
const start = Date.parse("2026-03-02T10:00:00.000Z");
const onDay = (day: number, type: InvitedAccountEvent["type"]) =>
  recorded({ type, data }, { recordedAt: new Date(start + day * dayMs) });

it("D12 keeps when a user's API keys created accounts, and when such accounts ended unconfirmed, while that counts", () => {
  const history = [
    onDay(0, "InvitedAccountCounted"),
    onDay(0.5, "InvitedAccountCounted"),
    onDay(1, "InvitedAccountCounted"),
    onDay(7, "InvitedAccountLapsed"),
    onDay(20, "InvitedAccountLapsed"),
    onDay(37, "InvitedAccountLapsed"),
  ];
  expect(folded(invitedAccounts, history)).toEqual({
    userId,
    counted: [start + 0.5 * dayMs, start + dayMs],
    lapsed: [start + 20 * dayMs, start + 37 * dayMs],
  });
});
