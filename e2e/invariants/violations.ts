import { lostOrDoubled, type Sent } from "./acknowledged.ts";
import { type Canaries, inClear } from "./canaries.ts";
import { readFolder } from "./folder.ts";
import { outOfOrder } from "./in-order.ts";
import { wrongOwners } from "./owners.ts";
import { alive, misremembered } from "./read-models.ts";

export interface Known {
  ledger?: readonly Sent[];
  canaries?: Canaries;
  /** The time as the product takes it. */
  now?: Date;
}

/**
 * What does not hold in a data folder that should hold whatever happened to its process: one sentence each, beginning with the
 * invariant's number. What the product does by and by (folding, settling what a dead registration claimed) counts as not done
 * until it is: ask again until nothing is left.
 */
export async function violations(
  dataDir: string,
  { ledger = [], canaries, now = new Date() }: Known,
): Promise<string[]> {
  try {
    const folder = await readFolder(dataDir);
    return [
      ...outOfOrder(folder),
      ...lostOrDoubled(folder, ledger),
      ...wrongOwners(folder),
      ...misremembered(folder),
      ...alive(folder, now),
      ...(canaries ? inClear(dataDir, canaries) : []),
    ];
  } catch (error) {
    if (error instanceof Error && /^Damaged|^Unreadable/.test(error.name)) return [`I8 ${error.message}`];
    throw error;
  }
}
