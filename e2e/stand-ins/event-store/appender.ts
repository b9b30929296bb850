import type { DatabaseSync } from "node:sqlite";
import { recentIds } from "./recent-ids.ts";
import type { StoredRecord } from "./stored-record.ts";

export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export type Expected = number | "any" | "stream-exists" | "no-stream";
export interface Append {
  stream: string;
  expected: Expected;
  events: readonly ProposedEvent[];
}

/** `position`: null if nothing was stored now or before. `uncommitted`: the same ids are being stored at this moment. */
export type AppendOutcome =
  | { kind: "stored"; revision: number; position: number | null }
  | { kind: "wrong-revision"; actual: number }
  | { kind: "uncommitted" };

const wrong = (actual: number): AppendOutcome => ({ kind: "wrong-revision", actual });

/** The size of a record in the log beyond its own bytes. */
const overhead = 96;

/**
 * Appends as the real server does, including idempotency. Waiting appends share one transaction; `committed` receives the
 * records before any append is answered.
 */
export function appender(database: DatabaseSync, committed: (records: StoredRecord[]) => void) {
  const lastOf = database.prepare("SELECT max(revision) AS revision FROM events WHERE stream = ?");
  const slots = database.prepare(
    "SELECT id, position, revision FROM events WHERE stream = ? AND revision > ? AND revision <= ? ORDER BY revision",
  );
  const insert = database.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const recent = recentIds();
  const end = database.prepare(
    "SELECT position, length(data) + length(metadata) AS size FROM events ORDER BY position DESC",
  );
  const newest = end.get() as { position: number; size: number };
  let next = newest.position + newest.size + overhead;
  let written: StoredRecord[] = [];
  let waiting: { append: Append; answer: (outcome: AppendOutcome) => void; fail: (error: unknown) => void }[] = [];

  const store = ({ stream, events }: Append, last: number): AppendOutcome => {
    let position: number | null = null;
    for (const [index, { id, type, contentType, data, metadata }] of events.entries()) {
      position = next;
      next += data.length + metadata.length + overhead;
      const record = {
        position,
        stream,
        revision: last + 1 + index,
        id,
        type,
        contentType,
        data,
        metadata,
        created: Date.now(),
      };
      insert.run(...(Object.values(record) as [number, string]));
      recent.add(record);
      written.push(record);
    }
    return { kind: "stored", revision: Math.max(0, last + events.length), position };
  };

  /** Finds the same ids at the expected revisions: they are not stored again. */
  const repeated = ({ stream, events }: Append, after: number): AppendOutcome | null => {
    const found = slots.all(stream, after, after + events.length) as {
      id: string;
      position: number;
      revision: number;
    }[];
    const last = found.at(-1);
    if (!last || found.length !== events.length || found.some(({ id }, at) => id !== events[at]?.id)) return null;
    if (last.position >= (written[0]?.position ?? Number.POSITIVE_INFINITY)) return { kind: "uncommitted" };
    return { kind: "stored", revision: last.revision, position: last.position };
  };

  /** Recognizes a repeated append that expects no revision by its ids alone, for as long as they are remembered. */
  const writeAnywhere = (append: Append, last: number): AppendOutcome => {
    const known = recent.repeat(append.stream, append.events);
    if (known === "partly" || (append.expected === "stream-exists" && last === -1)) return wrong(last);
    return known ? { kind: "stored", ...known } : store(append, last);
  };

  const writeAfter = (append: Append, after: number, last: number): AppendOutcome => {
    if (after === last) return store(append, last);
    return (after < last ? repeated(append, after) : null) ?? wrong(last);
  };

  const write = (append: Append): AppendOutcome => {
    const { stream, expected } = append;
    const last = (lastOf.get(stream)?.revision as number | null) ?? -1;
    if (expected === "any" || expected === "stream-exists") return writeAnywhere(append, last);
    return writeAfter(append, expected === "no-stream" ? -1 : expected, last);
  };

  const writeAll = (taken: typeof waiting): AppendOutcome[] => {
    try {
      database.exec("BEGIN IMMEDIATE");
      const outcomes = taken.map(({ append }) => write(append));
      database.exec("COMMIT");
      return outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  };

  const flush = () => {
    const taken = waiting;
    waiting = [];
    written = [];
    try {
      const outcomes = writeAll(taken);
      if (written.length > 0) committed(written);
      for (const [index, { answer }] of taken.entries()) answer(outcomes[index] as AppendOutcome);
    } catch (error) {
      for (const { fail } of taken) fail(error);
    }
  };

  return (append: Append) =>
    new Promise<AppendOutcome>((answer, fail) => {
      if (waiting.push({ append, answer, fail }) === 1) setImmediate(flush);
    });
}
