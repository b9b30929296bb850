import { type ErasureLedger, openErasureLedger } from "@attestory/event-store/notary/erasure-ledger.ts";
import type { NoteKey } from "@attestory/event-store/notary/signed-note.ts";
import { readPublished } from "./published-file.ts";

/** The ledger is beside the newest checkpoint. */
export const erasureLedgerFile = (checkpointFile: string): string => `${checkpointFile}.erased`;

export class NoErasureLedger extends Error {
  override name = "NoErasureLedger";
  constructor(file: string) {
    super(`${file} is not an erasure ledger that this service has signed`);
  }
}

export interface LedgerPlace {
  file: string;
  key: NoteKey;
}

/** Null if there is no such file. @throws NoErasureLedger */
export async function readErasureLedger({ file, key }: LedgerPlace): Promise<ErasureLedger | null> {
  const note = await readPublished(file);
  if (note === null) return null;
  const ledger = openErasureLedger(note, key);
  if (!ledger) throw new NoErasureLedger(file);
  return ledger;
}
