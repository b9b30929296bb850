import type { serverTime } from "./collections.ts";

/** Takes or renews the lease; changes nothing while another holder has it. */
export function taking(holder: string, at: bigint | typeof serverTime, ms: number) {
  const me = { $literal: holder };
  const until = { $add: [at, ms] };
  const isMine = { $eq: ["$holder", me] };
  const isFree = { $eq: [{ $ifNull: ["$holder", null] }, null] };
  // A lease that ends later than any lease granted now dates from before the clock was set back: it counts as expired.
  const isOver = { $or: [{ $lte: ["$until", at] }, { $gt: ["$until", until] }] };
  const currentFence = { $ifNull: ["$fence", 0] };
  const taken = { holder: me, until, fence: { $cond: [isMine, currentFence, { $add: [currentFence, 1] }] } };
  const may = { $or: [isMine, isFree, isOver] };
  const unlessHeld = (value: unknown, field: string) => ({ $cond: [may, value, field] });
  return [
    {
      $set: {
        holder: unlessHeld(taken.holder, "$holder"),
        until: unlessHeld(taken.until, "$until"),
        fence: unlessHeld(taken.fence, "$fence"),
      },
    },
  ];
}

const duplicateKey = 11000;
/** Of concurrent first requests for a lease, one creates it; the others get a duplicate key error. */
export function unlessAnotherMadeIt(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === duplicateKey) return null;
  throw error;
}
