import { mkdir, statfs } from "node:fs/promises";
import { type Restored, restore } from "@attestory/event-store/backup/restore.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openNewLog } from "@attestory/event-store/log/open-new-log.ts";
import type { MasterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import type { Vault } from "@attestory/event-store/vault/vault.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { secondOwner } from "@attestory/events/second-owner.ts";
import { compareErased } from "./compare-erased.ts";
import { compareLogs } from "./compare-logs.ts";
import { type Counts, countFigures, countNames } from "./count-figures.ts";
import { ProofFault } from "./failure-reason.ts";
import { logUpTo } from "./log-up-to.ts";

export interface Proof {
  file: AsyncIterable<Uint8Array>;
  /** How long the file is. */
  bytes: number;
  /** Where the backup should end. */
  position: Position;
  /** The service's own. */
  log: Pick<EventLog, "readStored" | "scan">;
  vault: Pick<Vault, "personKeys">;
  masterKey: MasterKey;
  /** A new folder, which the caller removes. */
  work: string;
  now: Date;
}

export interface Proven extends Counts {
  events: number;
}

/** What is restored takes as much space as the file, and read models are built from it. */
const spaceFactor = 2;

/** Of the restored log, in a folder that has no other. */
const generation = 1;

const onFault = (error: Error) => {
  throw error;
};

/**
 * Restores a backup into a folder, with all checks of an import, and compares it with the service's own log: each event by its bytes, who
 * is erased, and what a fold of both counts. Memory does not depend on the size of the log. @throws BackupFault @throws ProofFault
 */
export async function proveBackup({ file, bytes, position, log, work, ...proof }: Proof): Promise<Proven> {
  await mkdir(work, { recursive: true, mode: 0o700 });
  await requireSpace(work, bytes * spaceFactor);
  const own = logUpTo(log, position);
  const { manifest } = await restoreInto(work, file, proof);
  if (manifest.position !== String(position)) {
    throw new ProofFault(`the backup ends at position ${manifest.position} instead of ${position}`);
  }
  const restored = await openEventLog({ dataDir: work, generation, writes: false, onFault });
  try {
    const events = await compareLogs(own, restored);
    const counts = await countFigures(restored, { folder: work, name: "restored" });
    requireSame(counts, await countFigures(own, { folder: work, name: "own" }));
    return { events, ...counts };
  } finally {
    await restored.close();
  }
}

async function restoreInto(
  dataDir: string,
  file: AsyncIterable<Uint8Array>,
  { masterKey, vault: own, now }: Pick<Proof, "masterKey" | "vault" | "now">,
): Promise<Restored> {
  const vault = await openVault({ dataDir, generation, writes: true, onFault });
  const log = openNewLog({ dataDir, generation });
  try {
    const erasedSince = async () => new Set<string>();
    const target = { vault, log, masterKey, now, erasedSince, faultOf: secondOwner };
    const restored = await restore({ file }, target);
    await compareErased(own, vault);
    return restored;
  } finally {
    log.abandon();
    await vault.close();
  }
}

function requireSame(restored: Counts, own: Counts): void {
  for (const name of countNames) {
    if (restored[name] !== own[name]) {
      throw new ProofFault(`the backup gives ${restored[name]} ${name}, and the log ${own[name]}`);
    }
  }
}

/** The folder may be on the disk of the log, which must not become full. @throws ProofFault */
async function requireSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed) throw new ProofFault("there is too little space on the disk of DATA_DIR to restore it");
}
