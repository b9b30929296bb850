import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";
import type { Position, StreamName } from "@attestory/events/envelope.ts";
import type { EventLog } from "../log/event-log.ts";
import { openEventLog } from "../log/open-event-log.ts";
import { type Keyring, openKeyring } from "../vault/keyring.ts";
import { masterKey } from "../vault/master-key.ts";
import { openVault } from "../vault/open-vault.ts";
import { createSealing, type Sealing } from "../vault/sealing.ts";
import type { Vault } from "../vault/vault.ts";
import { onFault } from "./folder-log.ts";
import { newEvent } from "./new-event.ts";

/** A log and a vault in a folder of their own, for tests that run against the real stores. */
export interface ScratchService {
  dataDir: string;
  generation: number;
  masterKey: Buffer;
  log: EventLog;
  vault: Vault;
  keyring: Keyring;
  sealing: Sealing;
  /** Appends an event to the stream. `said` overrides the defaults of its metadata. */
  happened(stream: StreamName, event: AttestoryEvent, said?: Partial<NewEvent>): Promise<Position>;
  close(): Promise<void>;
}

export async function openScratchService(generation = 1): Promise<ScratchService> {
  const dataDir = mkdtempSync(join(tmpdir(), "attestory-"));
  const key = Buffer.alloc(32, "scratch");
  const log = await openEventLog({ dataDir, generation, writes: true, onFault });
  const vault = await openVault({ dataDir, generation, writes: true, onFault });
  const keyring = await openKeyring(vault, masterKey(key), log);
  const sealing = createSealing(keyring);
  return {
    dataDir,
    generation,
    masterKey: key,
    log,
    vault,
    keyring,
    sealing,
    async happened(stream, event, said = {}) {
      const { version } = await log.read(stream);
      const created = newEvent(event, said);
      // Tests write events of persons whose stream they leave out.
      if (created.person !== null) await keyring.createPersonKey(created.person);
      return log.append(stream, version, await sealing.seal(stream, [created]));
    },
    async close() {
      await Promise.all([log.close(), vault.close()]);
      rmSync(dataDir, { recursive: true });
    },
  };
}
