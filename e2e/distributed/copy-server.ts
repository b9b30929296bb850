import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { BSON, MongoClient } from "mongodb";

/**
 * Copies the servers for tests, which no tool of a maker copies: `copy-log FILE FOLDER`, `copy-vault URL FOLDER`, `restore-log FILE FOLDER`,
 * `restore-vault URL FOLDER`. FILE is that of the event store's stand-in.
 */
const [what = "", of = "", folder = ""] = process.argv.slice(2);
const log = join(folder, "log");
const vault = join(folder, "vault");

async function inDatabase(work: (client: MongoClient) => Promise<void>): Promise<void> {
  const client = await MongoClient.connect(of);
  await work(client).finally(() => client.close());
}

const commands: Record<string, () => Promise<void>> = {
  async "copy-log"() {
    const database = new DatabaseSync(of);
    await backup(database, log);
    database.close();
  },
  "copy-vault": () =>
    inDatabase(async (client) => {
      const names = (await client.db().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
      const found = names.map(async (name) => [name, await client.db().collection(name).find().toArray()]);
      writeFileSync(vault, BSON.EJSON.stringify(await Promise.all(found)));
    }),
  async "restore-log"() {
    copyFileSync(log, of);
  },
  "restore-vault": () =>
    inDatabase(async (client) => {
      const copied: [string, { _id: never }[]][] = BSON.EJSON.parse(readFileSync(vault, "utf8"));
      for (const [name, documents] of copied) await client.db().collection(name).insertMany(documents);
    }),
};
await commands[what]?.();
