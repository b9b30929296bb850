import type { IdentifierEvent } from "@attestory/events/identifier-events.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** How long an unfinished registration holds an address or a username before another process may settle it. */
export const leaseSeconds = 30;

/** Whether a lease still runs. One that ends in more than twice `leaseSeconds` was written with a wrong clock and does not count. */
export function isLeaseRunning(leaseUntil: Date, now: Date): boolean {
  const left = leaseUntil.getTime() - now.getTime();
  return left > 0 && left <= 2 * leaseSeconds * 1000;
}

export type ReservationState =
  | { status: "free" }
  | { status: "reserved"; userId: string; leaseUntil: Date }
  | { status: "confirmed"; userId: string };

export type ReservationCommand =
  /** `renew`: the holder reserves again, so that a release that was decided before does nothing. */
  | { type: "reserve"; userId: string; now: Date; renew?: boolean }
  | { type: "confirm"; userId: string }
  /** `leaseUntil`: of the reservation that is released; null if it was confirmed. Another reservation of the user stays. */
  | { type: "release"; userId: string; leaseUntil: Date | null };

/** `lease-expired`: settle the holder's reservation (`settleReservation`), then reserve again. */
export type ReservationReason = "taken" | "lease-expired" | "not-the-holder";

/** The owner of an address or a username. Each has one stream, so the log's version check makes it unique. */
export const reservation: Decider<ReservationState, ReservationCommand, IdentifierEvent, ReservationReason> =
  defineDecider({
    initial: { status: "free" },

    decide: { reserve, confirm, release },
    evolve: {
      IdentifierClaimed: (_, { data }) => ({
        status: "reserved",
        userId: data.userId,
        leaseUntil: new Date(data.leaseUntil),
      }),
      IdentifierConfirmed: (_, { data }) => ({ status: "confirmed", userId: data.userId }),
      IdentifierReleased: () => ({ status: "free" }),
    },

    // Each event sets the whole state.
    decidesOnNewest: 1,
  });

type Decision = readonly IdentifierEvent[] | Refused<ReservationReason>;
type CommandOf<Type extends ReservationCommand["type"]> = Extract<ReservationCommand, { type: Type }>;

function reserve(state: ReservationState, { userId, now, renew = false }: CommandOf<"reserve">): Decision {
  const isOwn = isHolder(state, userId);
  if (isOwn && !renew) return [];
  if (state.status === "confirmed" && !isOwn) return { refused: "taken" };
  if (state.status === "reserved" && !isOwn)
    return { refused: isLeaseRunning(state.leaseUntil, now) ? "taken" : "lease-expired" };
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000).toISOString();
  return [{ type: "IdentifierClaimed", data: { userId, leaseUntil } }];
}

function confirm(state: ReservationState, { userId }: CommandOf<"confirm">): Decision {
  if (!isHolder(state, userId)) return { refused: "not-the-holder" };
  return state.status === "confirmed" ? [] : [{ type: "IdentifierConfirmed", data: { userId } }];
}

function release(state: ReservationState, { userId, leaseUntil }: CommandOf<"release">): Decision {
  const isThis = isHolder(state, userId) && leaseOf(state)?.getTime() === leaseUntil?.getTime();
  return isThis ? [{ type: "IdentifierReleased", data: { userId } }] : [];
}

/** When the lease of a reservation ends; null if it has none. */
export const leaseOf = (state: ReservationState): Date | null =>
  state.status === "reserved" ? state.leaseUntil : null;

const isHolder = (state: ReservationState, userId: string): boolean =>
  state.status !== "free" && state.userId === userId;
