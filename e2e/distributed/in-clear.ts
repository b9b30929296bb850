import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { BSON, MongoClient } from "mongodb";
import type { Canaries } from "../invariants/canaries.ts";
import type { RedisServer } from "../stand-ins/redis-server.ts";
import type { Distributed } from "./start-distributed.ts";

/** I7 on servers: no server stores plaintext that it must not hold, and no process prints it. */
export async function inClear(
  { settings, servers, services, replaced, gateway }: Distributed,
  { secrets, personal }: Canaries,
): Promise<string[]> {
  const masterKey = [settings.MASTER_KEY ?? "", Buffer.from(settings.MASTER_KEY ?? "", "base64")];
  const everything = [...secrets, ...personal, ...masterKey];
  const places = [
    { place: "EVENT_LOG", bytes: filesOf(servers.eventStore.file), texts: everything },
    { place: "VAULT", bytes: await documentsOf(settings.VAULT), texts: everything },
    { place: "READ_STORE", bytes: await documentsOf(settings.READ_STORE), texts: [...secrets, ...masterKey] },
    {
      place: "JOBS",
      bytes: Buffer.concat([await valuesOf(servers.redis), writtenBy(servers.redis)]),
      texts: everything,
    },
    ...[...services, ...replaced].map(({ role, output }) => ({
      place: role,
      bytes: Buffer.from(output()),
      texts: everything,
    })),
  ];
  const silent = places
    .filter(({ bytes }) => bytes.length === 0)
    .map(({ place }) => `I7 nothing of ${place} was looked at`);
  // Not in `places`, because a gateway without errors prints nothing.
  const withGateway = [...places, { place: "gateway", bytes: Buffer.from(gateway.output()), texts: everything }];
  const found = withGateway.flatMap(({ place, bytes, texts }) =>
    texts.filter((text) => bytes.includes(text)).map((text) => `I7 ${place} holds ${text} in clear`),
  );
  return [...silent, ...found];
}

/** Finished jobs are no longer in its memory; its own files still hold the commands that it received. */
function writtenBy({ process }: RedisServer): Buffer {
  if (!process) return Buffer.alloc(0);
  const files = readdirSync(process.folder, { recursive: true, encoding: "utf8" }).map((name) =>
    join(process.folder, name),
  );
  return Buffer.concat(files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file)));
}

/** SQLite keeps its newest writes in the file's write-ahead log. */
const filesOf = (file: string) =>
  Buffer.concat([file, `${file}-wal`].filter(existsSync).map((one) => readFileSync(one)));

async function documentsOf(url = ""): Promise<Buffer> {
  const client = await MongoClient.connect(url);
  try {
    const collections = await client.db().collections();
    const documents = await Promise.all(collections.map((each) => each.find().toArray()));
    return Buffer.concat(documents.flat().map((document) => BSON.serialize(document)));
  } finally {
    await client.close();
  }
}

const reading: Record<string, (key: string) => [command: string, ...rest: (string | number)[]]> = {
  string: (key) => ["GET", key],
  hash: (key) => ["HGETALL", key],
  list: (key) => ["LRANGE", key, 0, -1],
  set: (key) => ["SMEMBERS", key],
  zset: (key) => ["ZRANGE", key, 0, -1],
  stream: (key) => ["XRANGE", key, "-", "+"],
};

async function valuesOf(redis: RedisServer): Promise<Buffer> {
  const keys = (await redis.ask("KEYS", "*")) as string[];
  const values = keys.map(async (key) => {
    const type = String(await redis.ask("TYPE", key));
    // The key may have been deleted since.
    if (type === "none") return "";
    const read = reading[type];
    if (!read) throw new Error(`no way to read a ${type} of Redis`);
    return JSON.stringify([key, await redis.ask(...read(key))]);
  });
  return Buffer.from((await Promise.all(values)).join());
}
