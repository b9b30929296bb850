import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { streamPrefix } from "@attestory/events/log/eventstoredb-stored-event.ts";

/** A row of the log's file, as it lies there. */
export interface StoredRow {
  position: number;
  stream: string;
  version: number;
  id: string;
  type: string;
  person: string | null;
  data: string;
}

/** Every event of a data folder, read beside the process that writes it. */
export function storedEvents(dataDir: string): StoredRow[] {
  const ofStandIn = join(dataDir, eventStoreFile);
  const select = "SELECT position, stream, version, id, type, person, data FROM events ORDER BY position";
  if (existsSync(ofStandIn)) return rowsOf(ofStandIn, selectFromStandIn, streamPrefix(1));
  return rowsOf(join(dataDir, "events-1.sqlite"), select);
}

/** Where the event store's stand-in keeps what it is told, in the folder of a distributed stack. */
export const eventStoreFile = "events.sqlite";
const selectFromStandIn = `SELECT position, substr(stream, length(?1) + 1) AS stream, revision + 1 AS version, id, type,
    data ->> '$.person' AS person, data ->> '$.data' AS data
  FROM (SELECT position, stream, revision, id, type, CAST(data AS TEXT) AS data FROM events)
  WHERE substr(stream, 1, length(?1)) = ?1 ORDER BY position`;

function rowsOf(file: string, select: string, ...values: string[]): StoredRow[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database.prepare(select).all(...values) as unknown as StoredRow[];
  } finally {
    database.close();
  }
}

const comesByItself = ({ stream, type }: StoredRow) =>
  stream.startsWith("mail") || stream.startsWith("attempts-") || stream === "claimsProgress" || type === "SessionSeen";

/** The events that somebody's call made; letters, sightings and wrong guesses are noted whenever they are done. */
export const facts = (dataDir: string): StoredRow[] => storedEvents(dataDir).filter((row) => !comesByItself(row));

/** The header by which a reader asks for an answer that knows of everything written so far. */
export const knowingAll = (dataDir: string): Record<string, string> => ({
  "x-log-position": `1-${storedEvents(dataDir).at(-1)?.position ?? 0}`,
});

/** Every file of a data folder that holds the bytes anywhere. */
export function filesHolding(dataDir: string, bytes: string | Buffer): string[] {
  const files = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  return files.filter((name) => {
    const path = join(dataDir, name);
    return statSync(path).isFile() && readFileSync(path).includes(bytes);
  });
}
