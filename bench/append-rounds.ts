import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openSqliteEventLog } from "@attestory/event-store/log/sqlite/event-log.ts";
import { startNotary } from "@attestory/event-store/notary/notary.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { metadataText, type SealedEvent, userStream } from "@attestory/events/envelope.ts";

export const appendProgram = fileURLToPath(import.meta.url);

/** An event of 400 bytes with a sealed field, as the log receives it. */
const event = (): SealedEvent => {
  const userId = randomUUID();
  const metadata = {
    actor: { kind: "user", id: userId },
    correlationId: randomUUID(),
    sessionId: null,
    delegate: null,
    causationId: null,
    fingerprint: null,
  };
  return {
    id: randomUUID(),
    type: "ProfileChanged",
    schemaVersion: 1,
    recordedAt: Date.now(),
    person: userId,
    data: JSON.stringify({ userId }),
    metadata: JSON.stringify(metadata),
    sealed: randomBytes(140),
  };
};
const prepared = Array.from({ length: 512 }, event);

/** A notary with the defaults, and a key of its own. */
function notarize(log: EventLog): { close(): Promise<void> } {
  const { privateKey: key } = generateKeyPairSync("ed25519");
  // A checkpoint has no personal data to seal.
  const seal: Sealing["seal"] = async (_, events) =>
    events.map(({ id, event: { type, data }, recordedAt, ...metadata }) => ({
      id,
      type,
      schemaVersion: 1,
      recordedAt: recordedAt.getTime(),
      person: null,
      data: JSON.stringify(data),
      metadata: metadataText(metadata),
      sealed: null,
    }));
  const reportError = (error: unknown) => {
    throw error;
  };
  const every = { events: 1000, seconds: 60 };
  return startNotary({
    log,
    sealing: { seal },
    key: { name: "bench", key },
    now: () => new Date(),
    every,
    reportError,
  });
}

interface Rounds {
  atOnce: number;
  until: number;
  notarized: boolean;
}

/** Appends events in `atOnce` concurrent loops until `until`, and returns how many. */
async function log(file: string, { atOnce, until, notarized }: Rounds): Promise<number> {
  const onFault = (error: Error) => {
    throw error;
  };
  const events = await openSqliteEventLog({ file, generation: 1, writes: true, onFault });
  const notary = notarized ? notarize(events) : null;
  let done = 0;
  const one = async (_: unknown, place: number) => {
    while (performance.now() < until) {
      const next = prepared[(done + place) % prepared.length] as SealedEvent;
      await events.append(userStream(randomUUID()), 0, [{ ...next, id: randomUUID() }]);
      done++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  await notary?.close();
  await events.close();
  return done;
}

function raw(file: string, atOnce: number, until: number): number {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, version INTEGER NOT NULL, id TEXT NOT NULL,
      type TEXT NOT NULL, schema_version INTEGER NOT NULL, recorded_at INTEGER NOT NULL, person TEXT, data TEXT NOT NULL,
      metadata TEXT NOT NULL, sealed BLOB, checksum BLOB NOT NULL, UNIQUE (stream, version)) STRICT`);
  const insert = database.prepare(
    `INSERT INTO events (stream, version, id, type, schema_version, recorded_at, person, data, metadata, sealed, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const checksum = randomBytes(32);
  let done = 0;
  while (performance.now() < until) {
    database.exec("BEGIN IMMEDIATE");
    for (let one = 0; one < atOnce; one++) {
      const { type, schemaVersion, recordedAt, person, data, metadata, sealed } = prepared[
        done++ % prepared.length
      ] as SealedEvent;
      const at = [userStream(randomUUID()), 1, randomUUID()] as const;
      insert.run(...at, type, schemaVersion, recordedAt, person, data, metadata, sealed, checksum);
    }
    database.exec("COMMIT");
  }
  database.close();
  return done;
}

// Run as a program with `log`, `notarized` or `raw`, the concurrency, the seconds and the file; prints appended events per second.
if (process.argv[1] === appendProgram) {
  const [, , which, atOnce = "1", seconds = "3", file = ""] = process.argv;
  const startedAt = performance.now();
  const until = startedAt + Number(seconds) * 1000;
  const rounds = { atOnce: Number(atOnce), until, notarized: which === "notarized" };
  const done = which === "raw" ? raw(file, rounds.atOnce, until) : await log(file, rounds);
  process.stdout.write(String((done / (performance.now() - startedAt)) * 1000));
}
