import type { StatementSync } from "node:sqlite";
import { type Collection, DocumentParked, type Listed, type Listing, type ReadStore } from "../read-store.ts";
import { activeBuild } from "./build-catalogue.ts";
import { buildFile, openCatalogueForReading, openForReading } from "./files.ts";

/** Sorts after every key and place: no text has greater bytes. */
const last = "\u{10ffff}";

const listing = (compare: "<" | ">", direction: "ASC" | "DESC") => `
  SELECT documents.key, documents.document, documents.parked, entries.place FROM entries
  JOIN documents ON documents.key = entries.key
  WHERE entries.name = ? AND entries.value = ? AND (entries.place, entries.key) ${compare} (?, ?)
  ORDER BY entries.place ${direction}, entries.key ${direction} LIMIT ?`;

/** One build, on a read-only connection. */
interface ReadableBuild {
  build: number;
  byKey: StatementSync;
  lists: Record<Listing["direction"], StatementSync>;
  close(): void;
}

/** Reads the documents of the active builds from SQLite files, in the calling thread. */
export function openSqliteReadStore(file: string): ReadStore {
  const catalogue = openCatalogueForReading(file);
  const running = activeBuild(catalogue);
  const builds = new Map<string, ReadableBuild>();

  /** Looks up the active build at each read: another one may have become active. */
  const buildOf = (name: string): ReadableBuild | null => {
    const build = running(name);
    const known = builds.get(name);
    if (known?.build === build || build === null) return known ?? null;
    // Opened before the previous one is closed: if opening fails, the next read tries again.
    const opened = openReadable(buildFile(file, name, build), build);
    builds.set(name, opened);
    known?.close();
    return opened;
  };

  const find = <Document extends object>({ name }: Collection<Document>, key: string): Document | null =>
    documentOf<Document>(name, key, buildOf(name)?.byKey.get(key));

  return {
    get: async (from, key) => find(from, key),
    async getMany<Document extends object>(from: Collection<Document>, keys: readonly string[]) {
      const found = new Map<string, Document>();
      for (const key of keys) {
        const document = find(from, key);
        if (document) found.set(key, document);
      }
      return found;
    },
    async list<Document extends object>(from: Collection<Document>, asked: Listing) {
      const { index, value, direction, limit } = asked;
      if (!from.indexes[index]) throw new TypeError(`${from.name} has no index ${index}`);
      const start = direction === "ascending" ? { order: "", key: "" } : { order: last, key: last };
      const { order, key } = asked.after ?? start;
      const rows = buildOf(from.name)?.lists[direction].all(index, value, order, key, limit) ?? [];
      return rows.map((row): Listed<Document> => {
        const found = row.key as string;
        const document = documentOf<Document>(from.name, found, row) as Document;
        return { key: found, order: row.place as string, document };
      });
    },
    async close() {
      for (const build of builds.values()) build.close();
      catalogue.close();
    },
  };
}

function documentOf<Document>(name: string, key: string, row: Record<string, unknown> | undefined): Document | null {
  if (typeof row?.parked === "string") throw new DocumentParked(`${key} of ${name} is parked: ${row.parked}`);
  return typeof row?.document === "string" ? (JSON.parse(row.document) as Document) : null;
}

function openReadable(file: string, build: number): ReadableBuild {
  const database = openForReading(file);
  return {
    build,
    byKey: database.prepare("SELECT document, parked FROM documents WHERE key = ?"),
    lists: {
      ascending: database.prepare(listing(">", "ASC")),
      descending: database.prepare(listing("<", "DESC")),
    },
    close: () => database.close(),
  };
}
