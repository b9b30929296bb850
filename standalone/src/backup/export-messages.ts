import type { GivenMasterKeys } from "@attestory/event-store/vault/master-key-file.ts";
import type { Position } from "@attestory/events/envelope.ts";

/** What the thread of an export is given. */
export interface ExportThreadData {
  dataDir: string;
  generation: number;
  masterKeys: GivenMasterKeys;
  /** When it is taken, and the position at which it ends. */
  options: { now: Date; end: Position };
}

/** How many pieces the thread writes before they are wanted, each of about a thousand lines. */
export const piecesAhead = 2;
