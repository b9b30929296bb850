/** The table of the log. */
export const eventsTable = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    person TEXT,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    sealed BLOB,
    checksum BLOB NOT NULL,
    UNIQUE (stream, version)
  ) STRICT`;
