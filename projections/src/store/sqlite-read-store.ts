import type { Collection, Listed, Listing, ReadStore } from "./read-store.ts";
import { openForReading } from "./sqlite-read-models.ts";

/** After every key and place: no text has greater bytes. */
const last = "\u{10ffff}";

const listing = (compare: "<" | ">", direction: "ASC" | "DESC") => `
  SELECT documents.key, documents.document, entries.place FROM entries
  JOIN documents ON documents.projection = entries.projection AND documents.key = entries.key
  WHERE entries.projection = ? AND entries.name = ? AND entries.value = ? AND (entries.place, entries.key) ${compare} (?, ?)
  ORDER BY entries.place ${direction}, entries.key ${direction} LIMIT ?`;

/** The documents in one SQLite file, read where they are asked for by a connection that cannot write. */
export function openSqliteReadStore(file: string): ReadStore {
  const database = openForReading(file);
  const byKey = database.prepare("SELECT document FROM documents WHERE projection = ? AND key = ?");
  const lists = {
    ascending: database.prepare(listing(">", "ASC")),
    descending: database.prepare(listing("<", "DESC")),
  };

  const find = <Document extends object>({ name }: Collection<Document>, key: string): Document | null => {
    const text = byKey.get(name, key)?.document;
    return typeof text === "string" ? (JSON.parse(text) as Document) : null;
  };

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
      return lists[direction].all(from.name, index, value, order, key, limit).map(
        (row): Listed<Document> => ({
          key: row.key as string,
          order: row.place as string,
          document: JSON.parse(row.document as string) as Document,
        }),
      );
    },
    async close() {
      database.close();
    },
  };
}
