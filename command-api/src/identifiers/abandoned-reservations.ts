import type { AbandonedWork } from "../log-workers/giving-up.ts";
import type { AbandonedSettlement, Settlement } from "./settlements.ts";

type Kind = "email" | "username" | "registration";

/** What stays reserved; `registration`: both the address and the username. */
export const kindOf = ({ identifier }: Settlement): Kind => {
  if (identifier === null) return "registration";
  return identifier.startsWith("email-") ? "email" : "username";
};

const kinds: readonly Kind[] = ["email", "username", "registration"];

/** @param list as of now */
export const abandonedReservations = (list: () => readonly AbandonedSettlement[]): AbandonedWork => ({
  fault() {
    const count = list().length;
    return count === 0 ? null : `${count} could not be settled`;
  },
  counts: () => kinds.map((kind) => [kind, list().filter((one) => kindOf(one) === kind).length] as const),
});
