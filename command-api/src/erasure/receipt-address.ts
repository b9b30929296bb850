import type { ReceiptEvent } from "@attestory/events/erasure-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export interface ReceiptAddress {
  isWritten: boolean;
}

/** Where the receipt of one erasure is sent. Written once. */
export const receiptAddress: Decider<
  ReceiptAddress,
  { type: "write"; receiptId: string; email: string },
  ReceiptEvent,
  never
> = defineDecider({
  initial: { isWritten: false },
  decide: {
    write: ({ isWritten }, { receiptId, email }) =>
      isWritten ? [] : [{ type: "ErasureReceiptAddressed", data: { receiptId, email } }],
  },
  evolve: { ErasureReceiptAddressed: () => ({ isWritten: true }) },
});
