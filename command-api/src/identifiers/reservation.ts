import type { IdentifierEvent } from "@attestory/events/identifier-events.ts";
import type { Decider } from "../handling/decider.ts";

/** How long a registration under way holds an address or a name before somebody else may look what became of it. */
export const leaseSeconds = 30;

/** A lease that ends later than one could was written under a clock that was wrong: it holds nothing. */
export function leaseRuns(leaseUntil: Date, now: Date): boolean {
  const left = leaseUntil.getTime() - now.getTime();
  return left > 0 && left <= 2 * leaseSeconds * 1000;
}

export type ClaimState =
  | { status: "free" }
  | { status: "claimed"; userId: string; leaseUntil: Date }
  | { status: "confirmed"; userId: string };

export type ClaimCommand =
  | { type: "claim"; userId: string; now: Date }
  | { type: "confirm"; userId: string }
  | { type: "release"; userId: string };

/** `lease-over`: the holder must be looked up and the claim confirmed or fenced off and released; then claim again. */
export type ClaimReason = "taken" | "lease-over" | "not-the-holder";

/** Who owns an address or a name: one stream each, so the store's version check makes it unique. */
export const claim: Decider<ClaimState, ClaimCommand, IdentifierEvent, ClaimReason> = {
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

  // Each says what holds from then on.
  endsSayAll: 1,
};

type Decided = ReturnType<typeof claim.decide>;

function byHolder(state: ClaimState, { type, userId }: ClaimCommand): Decided {
  if (type === "release") return [{ type: "IdentifierReleased", data: { userId } }];
  const confirms = type === "confirm" && state.status !== "confirmed";
  return confirms ? [{ type: "IdentifierConfirmed", data: { userId } }] : [];
}

function byStranger(state: ClaimState, { userId, now }: Extract<ClaimCommand, { type: "claim" }>): Decided {
  if (state.status === "confirmed") return { refused: "taken" };
  if (state.status === "claimed") return { refused: leaseRuns(state.leaseUntil, now) ? "taken" : "lease-over" };
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000).toISOString();
  return [{ type: "IdentifierClaimed", data: { userId, leaseUntil } }];
}
