import type { IdentifierEvent } from "@attestory/events/identifier-events.ts";
import type { Decider } from "../handling/decider.ts";

/** How long an unfinished registration holds an address or a username before another process may settle it. */
export const leaseSeconds = 30;

/** Whether a lease still runs. One that ends in more than twice `leaseSeconds` was written with a wrong clock and does not count. */
export function leaseRuns(leaseUntil: Date, now: Date): boolean {
  const left = leaseUntil.getTime() - now.getTime();
  return left > 0 && left <= 2 * leaseSeconds * 1000;
}

export type ReservationState =
  | { status: "free" }
  | { status: "claimed"; userId: string; leaseUntil: Date }
  | { status: "confirmed"; userId: string };

export type ReservationCommand =
  | { type: "claim"; userId: string; now: Date }
  | { type: "confirm"; userId: string }
  | { type: "release"; userId: string };

/** `lease-over`: settle the holder's reservation (`settleReservation`), then reserve again. */
export type ReservationReason = "taken" | "lease-over" | "not-the-holder";

/** The owner of an address or a username. Each has one stream, so the log's version check makes it unique. */
export const reservation: Decider<ReservationState, ReservationCommand, IdentifierEvent, ReservationReason> = {
  initial: { status: "free" },

  decide(state, command) {
    const { userId } = command;
    if (state.status !== "free" && state.userId === userId) return byHolder(state, command);
    switch (command.type) {
      case "claim":
        return byStranger(state, command);
      case "confirm":
        return { refused: "not-the-holder" };
      case "release":
        return [];
    }
  },

  evolve(_state, event) {
    switch (event.type) {
      case "IdentifierClaimed":
        return { status: "claimed", userId: event.data.userId, leaseUntil: new Date(event.data.leaseUntil) };
      case "IdentifierConfirmed":
        return { status: "confirmed", userId: event.data.userId };
      case "IdentifierReleased":
        return { status: "free" };
    }
  },

  // Each event sets the whole state.
  decidesOnNewest: 1,
};

type Decided = ReturnType<typeof reservation.decide>;

function byHolder(state: ReservationState, { type, userId }: ReservationCommand): Decided {
  if (type === "release") return [{ type: "IdentifierReleased", data: { userId } }];
  const confirms = type === "confirm" && state.status !== "confirmed";
  return confirms ? [{ type: "IdentifierConfirmed", data: { userId } }] : [];
}

function byStranger(state: ReservationState, { userId, now }: Extract<ReservationCommand, { type: "claim" }>): Decided {
  if (state.status === "confirmed") return { refused: "taken" };
  if (state.status === "claimed") return { refused: leaseRuns(state.leaseUntil, now) ? "taken" : "lease-over" };
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000).toISOString();
  return [{ type: "IdentifierClaimed", data: { userId, leaseUntil } }];
}
