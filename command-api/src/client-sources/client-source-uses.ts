import type { ClientSourceUseEvent } from "@attestory/events/client-source-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** The applications that were ever registered under an entry, also those that were deleted. */
type ClientSourceUses = ReadonlySet<string>;

export interface ClientSourceUseCommand {
  type: "use";
  sourceId: string;
  applicationId: string;
}

/** Strangers decide which addresses below an entry they ask for, and what an entry registers stays in the log. */
export const mostOfSource = 1000;

/** Limits the applications of one entry of the list. */
export const clientSourceUses: Decider<
  ClientSourceUses,
  ClientSourceUseCommand,
  ClientSourceUseEvent,
  "source-used-up"
> = defineDecider({
  initial: new Set(),
  decide: {
    use(state, { type: _, ...data }) {
      if (state.has(data.applicationId)) return [];
      if (state.size >= mostOfSource) return { refused: "source-used-up" };
      return [{ type: "ClientSourceUsed", data }];
    },
  },
  evolve: { ClientSourceUsed: (state, { data }) => new Set([...state, data.applicationId]) },
});
