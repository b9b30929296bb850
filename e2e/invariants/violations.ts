import { lostOrDoubled, type Sent } from "./acknowledged.ts";
import { wrongAdmins } from "./admins.ts";
import { type Canaries, inClear } from "./canaries.ts";
import { readFolder } from "./folder.ts";
import { outOfOrder } from "./in-order.ts";
import { wrongOwners } from "./owners.ts";
import { alive, misremembered } from "./read-models.ts";
import type { Stored } from "./stored.ts";

export interface Known {
  ledger?: readonly Sent[];
  /** The product's current time. */
  now?: Date;
}

/**
 * Checks what must hold in a data folder whatever happened to its process. Returns one sentence for each violation, beginning with the
 * invariant's number. Work that the product does in the background (projecting, settling a dead registration's reservations) counts as
 * a violation until it is done: call again until the list is empty.
 */
export async function violations(dataDir: string, known: Known & { canaries?: Canaries }): Promise<string[]> {
  const { canaries } = known;
  return [...(await violationsIn(() => readFolder(dataDir), known)), ...(canaries ? inClear(dataDir, canaries) : [])];
}

/** The same for any stack that `read` reads, except the checks of files. */
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
      ...wrongAdmins(stored),
      ...misremembered(stored),
      ...alive(stored, now),
    ];
  } catch (error) {
    if (error instanceof Error && /^Damaged|^Unreadable/.test(error.name)) return [`I8 ${error.message}`];
    throw error;
  }
}
