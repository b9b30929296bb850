import { isDeepStrictEqual } from "node:util";
import {
  firstRecord,
  type GenerationRecord,
  GenerationsFault,
  generationRecord,
  type StoredRecord,
} from "../generations/generation-record.ts";
import { VaultUnavailable } from "../vault/vault.ts";
import { connectMongo } from "./connection.ts";

interface RecordLocation {
  /** A `mongodb://` connection string: that of the vault. */
  url: string;
  /** Called once with the error if the server is not available yet. */
  onWaiting?: ((error: unknown) => void) | undefined;
}

type StoredDocument = GenerationRecord & { _id: string };
const _id = "record";
const patienceMs = 2000;
const duplicateKey = 11000;

/** The record of the generations, one document in the database of the vault. So a copy of this database has the keys and the record. */
export async function openMongoGenerationRecord(location: RecordLocation): Promise<StoredRecord> {
  const connection = await connectMongo({
    ...location,
    variable: "VAULT",
    unavailable: (cause) => new VaultUnavailable("the vault is unavailable", { cause }),
    patienceMs,
  });

  const read = async (): Promise<GenerationRecord> => {
    const found = await connection.ask((database, signal) =>
      database.collection<StoredDocument>("generations").findOne({ _id }, { projection: { _id: 0 }, signal }),
    );
    if (found === null) return withoutRecord();
    const parsed = generationRecord.safeParse(found);
    if (parsed.success) return parsed.data;
    throw new GenerationsFault(`generations in ${connection.place} does not say which generation is active`);
  };

  /** A database into which nothing was imported, or a copy of one that lacks the record: keys must not be created there. */
  const withoutRecord = async (): Promise<GenerationRecord> => {
    const names = await connection.ask((database) => database.listCollections({}, { nameOnly: true }).toArray());
    const later = names.find(({ name }) => name.startsWith("keys-"));
    if (!later) return firstRecord;
    throw new GenerationsFault(
      `${connection.place} has ${later.name} but no record of its generations: restore both from the same copy`,
    );
  };

  return {
    read,
    async replace(before, after) {
      const isReplaced = await connection.ask((database) =>
        database
          .collection<StoredDocument>("generations")
          .replaceOne({ _id, ...before }, after, { upsert: true })
          .then(() => true, falseIfDuplicate),
      );
      // Refused also if an earlier attempt of the driver was carried out, and its answer got lost.
      if (isReplaced || isDeepStrictEqual(await read(), after)) return;
      throw new GenerationsFault("others changed the generations meanwhile");
    },
    close: () => connection.close(),
  };
}

/** The record is another one: the server refused to insert a second. */
function falseIfDuplicate(error: unknown): boolean {
  if (error instanceof Error && "code" in error && error.code === duplicateKey) return false;
  throw error;
}
