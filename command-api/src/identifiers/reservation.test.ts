import type { IdentifierEvent } from "@attestory/events/identifier-events.ts";
import { describe, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { leaseSeconds, reservation } from "./reservation.ts";

const mine = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const another = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const now = new Date("2026-03-02T10:00:00.000Z");
const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000);
const reserved = (userId: string): IdentifierEvent => ({
  type: "IdentifierClaimed",
  data: { userId, leaseUntil: leaseUntil.toISOString() },
});
const confirmed = (userId: string): IdentifierEvent => ({ type: "IdentifierConfirmed", data: { userId } });
const released = (userId: string): IdentifierEvent => ({ type: "IdentifierReleased", data: { userId } });
const past = given(reservation);

describe("an identifier reservation", () => {
  it("is refused while another user's is confirmed or its lease runs", () => {
    past(reserved(another)).when({ type: "reserve", userId: mine, now }).refuses("taken");
    past(reserved(another), confirmed(another)).when({ type: "reserve", userId: mine, now }).refuses("taken");
  });
  it("reports that another user's lease is over, and does not take it", () => {
    past(reserved(another)).when({ type: "reserve", userId: mine, now: leaseUntil }).refuses("lease-expired");
  });
  it("RE-50 treats a lease that ends later than any valid one as over", () => {
    const future = past({
      type: "IdentifierClaimed",
      data: { userId: another, leaseUntil: new Date(now.getTime() + 86_400_000).toISOString() },
    });
    future.when({ type: "reserve", userId: mine, now }).refuses("lease-expired");
  });
  it("succeeds for an identifier that is free or was released", () => {
    past().when({ type: "reserve", userId: mine, now }).gives(reserved(mine));
    past(reserved(another), released(another)).when({ type: "reserve", userId: mine, now }).gives(reserved(mine));
  });
  it("writes no event when the same user reserves again", () => {
    past(reserved(mine)).when({ type: "reserve", userId: mine, now }).gives();
    past(reserved(mine), confirmed(mine)).when({ type: "reserve", userId: mine, now }).gives();
  });
  it("is confirmed once, by its holder only", () => {
    past(reserved(mine)).when({ type: "confirm", userId: mine }).gives(confirmed(mine));
    past(reserved(mine), confirmed(mine)).when({ type: "confirm", userId: mine }).gives();
    past(reserved(mine)).when({ type: "confirm", userId: another }).refuses("not-the-holder");
  });
  it("is released by its holder only", () => {
    past(reserved(mine)).when({ type: "release", userId: mine, leaseUntil }).gives(released(mine));
    past(reserved(mine)).when({ type: "release", userId: another, leaseUntil }).gives();
  });
  it("stays when the user reserved again since the release was decided", () => {
    const renew = { type: "reserve", userId: mine, now: new Date(now.getTime() + 1), renew: true } as const;
    const later = new Date(leaseUntil.getTime() + 1).toISOString();
    const renewed: IdentifierEvent = { type: "IdentifierClaimed", data: { userId: mine, leaseUntil: later } };
    past(reserved(mine)).when(renew).gives(renewed);
    past(reserved(mine), confirmed(mine)).when(renew).gives(renewed);
    past(reserved(mine), renewed).when({ type: "release", userId: mine, leaseUntil }).gives();
    past(confirmed(mine), renewed).when({ type: "release", userId: mine, leaseUntil: null }).gives();
    past(reserved(another), confirmed(another)).when(renew).refuses("taken");
  });
});
