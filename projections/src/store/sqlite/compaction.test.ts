import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";
import { checkpointAt } from "../../testing/checkpoint-at.ts";
import { openBuilds, openReadStoreWriter } from "../open-read-store.ts";
import type { Changes, Collection, ReadStoreWriter } from "../read-store.ts";
import { buildFile, catalogueFile } from "./files.ts";

const people: Collection = { name: "people@1", indexes: {}, personal: "opened" };
const dataDir = temporaryFolder();
let generation = 0;

const anotherStore = () => {
  const location = { dataDir, generation: ++generation };
  return { location, file: buildFile(catalogueFile(dataDir, generation), people.name, 1) };
};
const parts = (file: string) => [file, `${file}-wal`].filter((part) => existsSync(part));
const has = (file: string, text: string) => parts(file).some((part) => readFileSync(part).includes(text));
const documentOf = (id: string, write: number, length: number) => ({
  id,
  email: `person${write}@residue.example`,
  biography: "x".repeat(length),
});

/** With this seed, SQLite leaves a copy of a removed address in the gap of a page. Found by trying. */
const seed = 26;
const residue = "person49@residue.example";
const bytes = (write: number) => createHash("sha512").update(`${seed} ${write}`).digest();

/** Stores, replaces and removes documents one by one. */
async function writeAtRandom(write: (changes: readonly Changes[]) => Promise<void>): Promise<void> {
  const stored: string[] = [];
  for (let number = 0; number < 200; number++) {
    const random = bytes(number);
    const kind = random.readUInt8(0) % 4;
    const isNew = kind < 2 || stored.length === 0;
    const at = isNew ? stored.length : random.readUInt16BE(1) % stored.length;
    const key = stored[at] ?? random.subarray(10, 26).toString("hex");
    const isRemoval = !isNew && kind === 3;
    stored.splice(at, 1, ...(isRemoval ? [] : [key]));
    const position = BigInt(number + 1);
    const document = isRemoval ? null : documentOf(key, number, random.readUInt16BE(3) % 300);
    const documents = new Map([[key, { position, document }]]);
    await write([{ collection: people, documents, checkpoint: checkpointAt(position) }]);
  }
}

/** Writes one more document. */
const writeOne = (store: ReadStoreWriter, position: bigint, document: object | null) =>
  store.write([
    { collection: people, documents: new Map([["one", { position, document }]]), checkpoint: checkpointAt(position) },
  ]);

/** Moves the write-ahead log into the file. */
function checkpoint(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  expect(database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()).toMatchObject({ busy: 0 });
  database.close();
}

it("LG-02 leaves no copy of a removed text that SQLite made when it moved rows", async () => {
  const { location, file } = anotherStore();
  const store = await openReadStoreWriter(location);
  await writeAtRandom(store.write);
  checkpoint(file);
  expect(has(file, residue)).toBe(true);
  await store.compact?.([people.name], "due");
  expect(has(file, residue)).toBe(false);
  await store.close();
});

it("LG-02 removes the copies after it was killed between the removal and the compaction", async () => {
  const [{ location, file }, after] = [anotherStore(), anotherStore()];
  const killed = await openReadStoreWriter(location);
  await writeAtRandom(killed.write);
  for (const from of [...parts(file), ...parts(catalogueFile(dataDir, location.generation))]) {
    copyFileSync(from, from.replace(`read-models-${location.generation}`, `read-models-${after.location.generation}`));
  }
  await killed.close();
  checkpoint(after.file);
  expect(has(after.file, residue)).toBe(true);
  const store = await openReadStoreWriter(after.location);
  await store.compact?.([people.name], "due");
  expect(has(after.file, residue)).toBe(false);
  await store.close();
});

it("leaves no copy in a build that wrote documents more than once", async () => {
  const { location, file } = anotherStore();
  const builds = await openBuilds(location);
  const build = await builds.begin(people);
  await writeAtRandom(build.write);
  expect(has(file, residue)).toBe(true);
  await build.seal();
  expect(has(file, residue)).toBe(false);
  await builds.close();
});

it("compacts at once when it is told to, and otherwise only after a personal text was removed", async () => {
  const { location, file } = anotherStore();
  const store = await openReadStoreWriter(location);
  /** What only a compaction removes. */
  const leaveTrace = () => {
    const database = new DatabaseSync(file, { timeout: 5000 });
    database.exec("CREATE TABLE trace (text TEXT); INSERT INTO trace VALUES ('a trace'); DROP TABLE trace");
    database.close();
    checkpoint(file);
    expect(has(file, "a trace")).toBe(true);
  };
  const isCompactedWhen = async (when: "due" | "now") => {
    leaveTrace();
    await store.compact?.([people.name], when);
    return !has(file, "a trace");
  };
  await writeOne(store, 1n, { email: "ada@example.org", seenAt: "2026-01-01T00:00:00.000Z" });
  expect(await isCompactedWhen("due")).toBe(false);
  await writeOne(store, 2n, { email: "ada@example.org", seenAt: "2026-02-02T00:00:00.000Z", isActive: false });
  expect(await isCompactedWhen("due")).toBe(false);
  await writeOne(store, 3n, { email: "ada@example.com" });
  expect(await isCompactedWhen("due")).toBe(true);
  expect(await isCompactedWhen("due")).toBe(false);
  expect(await isCompactedWhen("now")).toBe(true);
  await store.close();
});
