import type { DatabaseSync } from "node:sqlite";
import type { Checkpoint } from "../read-store.ts";

/**
 * Checkpoints in the catalogue, of builds of which the last batches changed no document. One commit moves all of them: each build has a
 * file of its own, and a commit of its own would cost as much for each. A build's own checkpoint is in its file, beside the documents.
 */
export interface PassedEvents {
  /** How far a build has processed the log, if its own file has processed it up to `own`. */
  checkpointOf(build: NumberedBuild, own: Checkpoint): Checkpoint;
  /** No event between `own`, a checkpoint that the build's file has reached, and `checkpoint` changes the build. Never moves back. */
  pass(build: NumberedBuild, own: Checkpoint, checkpoint: Checkpoint): void;
  /** The same of a build whose file is a copy of another's, made before. */
  passLike(copied: NumberedBuild, from: NumberedBuild): void;
}

export interface NumberedBuild {
  projection: string;
  build: number;
}

export const passedSchema = `
  CREATE TABLE IF NOT EXISTS passed (
    projection TEXT NOT NULL,
    build INTEGER NOT NULL,
    own INTEGER NOT NULL, -- the position in the build's file from which on nothing changed
    position INTEGER NOT NULL,
    event_id TEXT,
    PRIMARY KEY (projection, build)
  ) STRICT, WITHOUT ROWID`;

export function passedEvents(database: DatabaseSync): PassedEvents {
  const checkpointOf = passedCheckpoint(database);
  const pass = database.prepare(
    `INSERT INTO passed (projection, build, own, position, event_id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET own = excluded.own, position = excluded.position, event_id = excluded.event_id
     WHERE position < excluded.position`,
  );
  const like = database.prepare(
    `INSERT INTO passed (projection, build, own, position, event_id)
     SELECT ?, ?, own, position, event_id FROM passed WHERE projection = ? AND build = ?`,
  );
  return {
    checkpointOf,
    passLike: (copied, from) => void like.run(copied.projection, copied.build, from.projection, from.build),
    pass: ({ projection, build }, own, { position, eventId }) =>
      void pass.run(projection, build, own.position, position, eventId),
  };
}

/**
 * Also works on a read-only connection. A power cut may lose the newest commits of a build's file, and keep those of the catalogue. Then the
 * file is behind the position from which on nothing changed, and its own checkpoint counts.
 */
export function passedCheckpoint(database: DatabaseSync): PassedEvents["checkpointOf"] {
  const passed = database.prepare("SELECT own, position, event_id FROM passed WHERE projection = ? AND build = ?");
  return ({ projection, build }, own) => {
    const row = passed.get(projection, build);
    const [from, position] = [BigInt((row?.own ?? 0) as number), BigInt((row?.position ?? 0) as number)];
    if (!row || own.position < from || position <= own.position) return own;
    return { position, eventId: row.event_id as string | null };
  };
}
