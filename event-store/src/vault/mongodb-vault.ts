import type { Collection } from "mongodb";
import { connectMongo } from "../mongodb/connection.ts";
import { type Vault, type VaultEntry, VaultUnavailable, type WrappedKey } from "./vault.ts";

export interface MongoVaultOptions {
  /** A `mongodb://` connection string. */
  url: string;
  generation: number;
  /** False for a process that only decrypts. */
  writes: boolean;
  /** Stops waiting for a server that is not available yet. */
  signal?: AbortSignal | undefined;
  /** Called once with the error if the server is not available yet. */
  onWaiting?: ((error: unknown) => void) | undefined;
}

interface StoredKey {
  /** `person:<id>` or `secret:<name>`. */
  _id: string;
  /** Null: erased permanently. */
  key: Uint8Array | null;
}

const patienceMs = 2000;
const unavailable = (cause: unknown) => new VaultUnavailable("the vault is unavailable", { cause });

/** Its collection. That of the first generation had its name before there was another. */
export const keysCollection = (generation: number): string => (generation === 1 ? "keys" : `keys-${generation}`);

/**
 * The vault in a MongoDB database of its own, one document per key, and one collection per generation. An erased key is overwritten. The server's operator must make
 * sure that its bytes leave the journal, the oplog and backups; they are worthless without the master key.
 */
export async function openMongoVault(options: MongoVaultOptions): Promise<Vault> {
  const { url, generation, writes, signal, onWaiting } = options;
  const connection = await connectMongo({
    url,
    variable: "VAULT",
    unavailable,
    patienceMs,
    signal,
    onWaiting,
  });
  const ask = <Answer>(question: (keys: Collection<StoredKey>, signal: AbortSignal) => Promise<Answer>) =>
    connection.ask((database, limit) => question(database.collection<StoredKey>(keysCollection(generation)), limit));
  const mayWrite = () => {
    if (!writes) throw new TypeError("this vault was opened for reading");
  };

  /** Returns the stored value: the first write wins, and an erased key is never replaced. */
  const add = (_id: string, key: WrappedKey) => {
    mayWrite();
    return ask(async (keys) => {
      for (;;) {
        const options = { upsert: true, returnDocument: "after" } as const;
        const stored = await keys
          .findOneAndUpdate({ _id }, { $setOnInsert: { key: Buffer.from(key) } }, options)
          .catch(nullIfDuplicate);
        if (stored) return keyOf(stored);
      }
    });
  };

  return {
    place: connection.place,
    async personKeys(personIds) {
      if (personIds.length === 0) return new Map();
      const _id = { $in: personIds.map(personName) };
      const found = await ask((keys, limit) =>
        keys.find({ _id }, { batchSize: personIds.length + 1, signal: limit }).toArray(),
      );
      return new Map(found.map((stored) => [stored._id.slice(personName("").length), keyOf(stored)]));
    },
    addPersonKey: async (personId, key) => add(personName(personId), key),
    async erasePersonKey(personId) {
      mayWrite();
      await ask(async (keys) => {
        const erase = () => keys.updateOne({ _id: personName(personId) }, { $set: { key: null } }, { upsert: true });
        // A concurrent writer created the document first: now overwrite it.
        if (!(await erase().catch(nullIfDuplicate))) await erase();
      });
    },
    async secret(name) {
      const stored = await ask((keys, limit) => keys.findOne({ _id: secretName(name) }, { signal: limit }));
      return stored?.key ?? null;
    },
    async addSecret(name, key) {
      const stored = await add(secretName(name), key);
      if (stored === "erased") throw new Error(`the secret ${name} has no value`);
      return stored;
    },
    async replaceKeys(replacements) {
      mayWrite();
      const updates = replacements.map(({ kind, name, from, to }) => ({
        updateOne: {
          filter: { _id: idOf({ kind, name }), key: Buffer.from(from) },
          update: { $set: { key: Buffer.from(to) } },
        },
      }));
      if (updates.length > 0) await ask((keys) => keys.bulkWrite(updates, { ordered: false }));
    },
    async entries(after, limit) {
      const _id = { $gt: after ? idOf(after) : "" };
      const found = await ask((keys, signal) => keys.find({ _id }, { signal }).sort({ _id: 1 }).limit(limit).toArray());
      return found.map((stored) => ({ ...nameOf(stored), key: keyOf(stored) }));
    },
    close: () => connection.close(),
  };
}

const idOf = ({ kind, name }: Pick<VaultEntry, "kind" | "name">) => `${kind}:${name}`;
const personName = (id: string) => idOf({ kind: "person", name: id });
const secretName = (name: string) => idOf({ kind: "secret", name });
const nameOf = ({ _id }: StoredKey): Pick<VaultEntry, "kind" | "name"> => {
  const [kind = "", ...name] = _id.split(":");
  return { kind: kind as VaultEntry["kind"], name: name.join(":") };
};
const keyOf = ({ key }: StoredKey): WrappedKey | "erased" => key ?? "erased";

const duplicateKey = 11000;
/** Null for a duplicate key: of two writers that create the same document at once, the server rejects one. */
function nullIfDuplicate(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === duplicateKey) return null;
  throw error;
}
