import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { openMasterKey } from "@attestory/event-store/vault/master-key-file.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import { activeBuild } from "@attestory/projections/store/sqlite/build-catalogue.ts";
import { buildFile, catalogueFile, openForReading } from "@attestory/projections/store/sqlite/files.ts";
import { passedCheckpoint } from "@attestory/projections/store/sqlite/passed-events.ts";
import type { Stored, StoredDocuments } from "./stored.ts";

const generation = 1;
const onFault = (error: Error) => {
  throw error;
};

/** Reads a data folder, whether or not a process uses it. @throws DamagedEvent, UnreadableEvent or DamagedSeal if the log is damaged */
export async function readFolder(dataDir: string): Promise<Stored> {
  const key = openMasterKey(null, { dataDir, creates: false });
  const vault = await openVault({ dataDir, generation: 1, writes: false, onFault });
  const log = await openEventLog({ dataDir, generation, writes: false, onFault });
  try {
    const keyring = await openKeyring(vault, key, log);
    const sealed = await log.readAll(0n, Number.MAX_SAFE_INTEGER);
    const events = await createSealing(keyring).decrypt(sealed);
    return { generation, events, sealed, keyring, documentsOf: (projection) => storedDocuments(dataDir, projection) };
  } finally {
    await Promise.all([log.close(), vault.close()]);
  }
}

/** Reads one consistent snapshot of the projection's active build. */
export function storedDocuments(dataDir: string, projection: string): StoredDocuments {
  const none: StoredDocuments = { checkpoint: 0n, documents: new Map(), parked: [] };
  const catalogue = catalogueFile(dataDir, generation);
  if (!existsSync(catalogue)) return none;
  const build = reading(openForReading(catalogue), (database) => activeBuild(database)(projection));
  if (build === null) return none;
  const stored = reading(openForReading(buildFile(catalogue, projection, build)), (database) => {
    database.exec("BEGIN");
    const position = database.prepare("SELECT position FROM checkpoint").get()?.position ?? 0;
    const rows = database.prepare("SELECT key, position, document, parked FROM documents").all();
    const entries = rows.map((row) => {
      const document = row.document === null ? null : JSON.parse(row.document as string);
      return [row.key as string, { position: BigInt(row.position as number), document }] as const;
    });
    const parked = rows.filter((row) => row.parked !== null).map(({ key }) => key as string);
    return { checkpoint: BigInt(position as number), documents: new Map(entries), parked };
  });
  const own = { position: stored.checkpoint, eventId: null };
  const { position } = reading(openForReading(catalogue), (database) =>
    passedCheckpoint(database)({ projection, build }, own),
  );
  return { ...stored, checkpoint: position };
}

function reading<Result>(database: DatabaseSync, work: (database: DatabaseSync) => Result): Result {
  try {
    return work(database);
  } finally {
    database.close();
  }
}
