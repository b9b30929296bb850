import type { ClaimsProgressed } from "@attestory/events/identifier-events.ts";
import type { MailEvent } from "@attestory/events/mail-events.ts";
import type { Decider } from "../handling/decider.ts";

export type ProgressEvent = ClaimsProgressed | Extract<MailEvent, { type: "MailProgressed" }>;

/** Up to where a worker that follows the log is done with everything; only grows, whichever process notes it. */
export const progressOf = (
  type: ProgressEvent["type"],
): Decider<{ position: bigint }, { position: bigint }, ProgressEvent, never> => ({
  initial: { position: 0n },
  decide: (state, { position }) => (position > state.position ? [{ type, data: { position: String(position) } }] : []),
  evolve: (_, event) => ({ position: BigInt(event.data.position) }),
  decidesOnNewest: 1,
});
