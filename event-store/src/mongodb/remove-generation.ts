import { keysCollection } from "../vault/mongodb-vault.ts";
import { VaultUnavailable } from "../vault/vault.ts";
import { connectMongo } from "./connection.ts";

interface Databases {
  /** A `mongodb://` connection string. */
  vault: string;
  readStore: string;
}

const patienceMs = 4000;

/** Drops the keys of a generation, and all documents that were built from its log. May be repeated. */
export async function removeMongoGeneration({ vault, readStore }: Databases, generation: number): Promise<void> {
  await dropCollections({ url: vault, variable: "VAULT" }, (name) => name === keysCollection(generation));
  await dropCollections({ url: readStore, variable: "READ_STORE" }, (name) => name.startsWith(`${generation}.`));
}

async function dropCollections(
  { url, variable }: { url: string; variable: string },
  isIts: (name: string) => boolean,
): Promise<void> {
  const unavailable = (cause: unknown) => new VaultUnavailable(`${variable} is unavailable`, { cause });
  const connection = await connectMongo({ url, variable, patienceMs, unavailable });
  try {
    const all = await connection.ask((database) => database.listCollections({}, { nameOnly: true }).toArray());
    for (const { name } of all) if (isIts(name)) await connection.ask((database) => database.dropCollection(name));
  } finally {
    await connection.close();
  }
}
