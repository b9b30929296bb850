import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { checkpointAt } from "../../testing/checkpoint-at.ts";
import { partitionsContract } from "../../testing/partitions.contract.ts";
import { readStoreContract } from "../../testing/read-store.contract.ts";
import { openReadStore, openReadStoreWriter } from "../open-read-store.ts";
import { buildFile, catalogueFile } from "./files.ts";

const folder = mkdtempSync(join(tmpdir(), "read-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

let generation = 0;
const anotherStore = () => ({ dataDir: folder, generation: ++generation });

readStoreContract("SQLite", async () => {
  const location = anotherStore();
  return { store: await openReadStore(location), openWriter: () => openReadStoreWriter(location) };
});

partitionsContract("SQLite", async () => {
  const location = anotherStore();
  return [await openReadStoreWriter(location), await openReadStoreWriter(location)];
});

const collection = { name: "pets@1", indexes: {} } as const;

it("can be opened before anything was written, and sees later writes", async () => {
  const location = anotherStore();
  const store = await openReadStore(location);
  expect(existsSync(catalogueFile(folder, location.generation))).toBe(true);
  const writer = await openReadStoreWriter(location);
  await writer.write([
    {
      collection,
      documents: new Map([["a", { position: 1n, document: { name: "Rex" } }]]),
      checkpoint: checkpointAt(1n),
    },
  ]);
  expect(await store.get(collection, "a")).toEqual({ name: "Rex" });
  await Promise.all([store.close(), writer.close()]);
});

it("opens an empty file, as a start leaves it that was interrupted before it created the schema", async () => {
  const location = anotherStore();
  writeFileSync(catalogueFile(folder, location.generation), "");
  const store = await openReadStore(location);
  expect(await store.get(collection, "a")).toBeNull();
  await store.close();
});

it("writes a projection's documents and checkpoint completely or not at all", async () => {
  const location = anotherStore();
  const writer = await openReadStoreWriter(location);
  const broken = {
    name: "pets@2",
    indexes: {
      owner: {
        entry: () => {
          throw new Error("no entry");
        },
      },
    },
  } as const;
  const documents = new Map([["a", { position: 1n, document: { name: "Rex" } }]]);
  const batch = [
    { collection, documents, checkpoint: checkpointAt(1n) },
    { collection: broken, documents, checkpoint: checkpointAt(1n) },
  ];
  await expect(writer.write(batch)).rejects.toThrow("no entry");
  expect(await writer.load(broken, ["a"])).toEqual(new Map());
  expect(await writer.checkpoint("pets@2")).toBe(0n);
  expect(await writer.checkpoint("pets@1")).toBe(1n);
  await writer.close();
});

describe("a projection that the last events did not change", () => {
  const change = (position: bigint) => [
    {
      collection,
      documents: new Map([["a", { position, document: { age: Number(position) } }]]),
      checkpoint: checkpointAt(position),
    },
  ];
  const nothing = (position: bigint) => [{ collection, documents: new Map(), checkpoint: checkpointAt(position) }];
  const ownCheckpoint = (file: string) => {
    const database = new DatabaseSync(file);
    const position = database.prepare("SELECT position FROM checkpoint").get()?.position;
    database.close();
    return position;
  };

  it("moves its checkpoint without a write to its file", async () => {
    const location = anotherStore();
    const writer = await openReadStoreWriter(location);
    await writer.write(change(1n));
    for (const position of [2n, 3n]) await writer.write(nothing(position));
    expect(ownCheckpoint(buildFile(catalogueFile(folder, location.generation), collection.name, 1))).toBe(1);
    expect(await writer.checkpoints()).toEqual([{ projection: collection.name, ...checkpointAt(3n) }]);
    await writer.close();
  });

  it.each([
    ["it", 0],
    ["another writer", 1],
  ])("reads again what a power cut took from its file, after %s had changed it", async (_, by) => {
    const location = anotherStore();
    const file = buildFile(catalogueFile(folder, location.generation), collection.name, 1);
    const first = await openReadStoreWriter(location);
    await first.write(change(1n));
    await first.close();
    copyFileSync(file, `${file}.before`);
    const writers = [await openReadStoreWriter(location), await openReadStoreWriter(location)] as const;
    await writers[0].write(nothing(2n));
    await writers[by as 0 | 1].write(change(3n));
    await writers[0].load(collection, ["a"]);
    await writers[0].write(nothing(4n));
    expect(await writers[0].checkpoint(collection.name)).toBe(4n);
    for (const writer of writers) await writer.close();

    copyFileSync(`${file}.before`, file);
    const after = await openReadStoreWriter(location);
    expect(await after.checkpoint(collection.name)).toBe(1n);
    await after.write(change(3n));
    expect(await after.checkpoint(collection.name)).toBe(4n);
    await after.close();
  });
});

it("LG-02 leaves no bytes of a removed document in the file after a checkpoint of the write-ahead log", async () => {
  const location = anotherStore();
  const file = buildFile(catalogueFile(folder, location.generation), collection.name, 1);
  const writer = await openReadStoreWriter(location);
  const write = (position: bigint, document: object | null) =>
    writer.write([
      { collection, documents: new Map([["a", { position, document }]]), checkpoint: checkpointAt(position) },
    ]);
  const folded = () => {
    const database = new DatabaseSync(file);
    expect(database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()).toMatchObject({ busy: 0 });
    database.close();
    return readFileSync(file).includes("ada@example.org");
  };
  // Long enough that the tombstone does not happen to overwrite the address.
  await write(1n, { email: "ada@example.org", biography: "x".repeat(500) });
  expect(folded()).toBe(true);
  await write(2n, null);
  expect(folded()).toBe(false);
  await writer.close();
});

it("uses another build as soon as it can be opened, after it could not at first", async () => {
  const location = anotherStore();
  const catalogue = catalogueFile(folder, location.generation);
  const [store, writer] = [await openReadStore(location), await openReadStoreWriter(location)];
  const documents = new Map([["a", { position: 1n, document: { name: "Rex" } }]]);
  await writer.write([{ collection, documents, checkpoint: checkpointAt(1n) }]);
  expect(await store.get(collection, "a")).toEqual({ name: "Rex" });
  const [old, next] = [1, 2].map((build) => buildFile(catalogue, collection.name, build)) as [string, string];
  mkdirSync(next);
  const database = new DatabaseSync(catalogue, { timeout: 5000 });
  database.exec("UPDATE builds SET build = 2");
  database.close();
  const unusable = `${next} cannot be used`;
  for (let round = 0; round < 2; round++) {
    await expect(store.get(collection, "a")).rejects.toThrow(unusable);
    await expect(writer.checkpoint(collection.name)).rejects.toThrow(unusable);
  }
  rmdirSync(next);
  const copied = new DatabaseSync(old);
  copied.prepare("VACUUM INTO ?").run(next);
  copied.close();
  expect(await store.get(collection, "a")).toEqual({ name: "Rex" });
  expect(await writer.checkpoint(collection.name)).toBe(1n);
  await Promise.all([store.close(), writer.close()]);
});
