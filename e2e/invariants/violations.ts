import { lostOrDoubled, type Sent } from "./acknowledged.ts";
import { type Canaries, inClear } from "./canaries.ts";
import { readFolder } from "./folder.ts";
import { outOfOrder } from "./in-order.ts";
import { wrongOwners } from "./owners.ts";
import { alive, misremembered } from "./read-models.ts";
import type { Stored } from "./stored.ts";

export interface Known {
  ledger?: readonly Sent[];
  /** The time as the product takes it. */
  now?: Date;
}

/**
 * What does not hold in a data folder that should hold whatever happened to its process: one sentence each, beginning with the
 * invariant's number. What the product does by and by (folding, settling what a dead registration claimed) counts as not done
 * until it is: ask again until nothing is left.
 */
export async function violations(dataDir: string, known: Known & { canaries?: Canaries }): Promise<string[]> {
  const { canaries } = known;
  return [...(await violationsIn(() => readFolder(dataDir), known)), ...(canaries ? inClear(dataDir, canaries) : [])];
}

/** The same of whatever stack, which is read by `read`, for all but what lies in files. */
export async function violationsIn(
  read: () => Promise<Stored>,
  { ledger = [], now = new Date() }: Known,
): Promise<string[]> {
  try {
    const stored = await read();
    return [
      ...outOfOrder(stored),
      ...lostOrDoubled(stored, ledger),
      ...wrongOwners(stored),
      ...misremembered(stored),
      ...alive(stored, now),
    ];
  } catch (error) {
    if (error instanceof Error && /^Damaged|^Unreadable/.test(error.name)) return [`I8 ${error.message}`];
    throw error;
  }
}
