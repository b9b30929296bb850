import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { describe, expect, it } from "vitest";
import { checkpointAt } from "../testing/checkpoint-at.ts";
import { announcingWriter } from "./announcing-writer.ts";
import { cachingReadStore } from "./caching-read-store.ts";
import { openBuilds, openReadStore, openReadStoreWriter } from "./open-read-store.ts";
import { BuildSwitched, type Collection, type Kept, type ReadStore } from "./read-store.ts";

const people: Collection<{ name: string }> = { name: "people@1", indexes: {} };
const pets: Collection<{ name: string }> = { name: "pets@1", indexes: {} };

async function opened() {
  const location = { dataDir: temporaryFolder(), generation: 1 };
  const direct = await openReadStoreWriter(location);
  const plain = await openReadStore(location);
  /** How many documents were asked for. */
  let reads = 0;
  const counting: ReadStore = {
    ...plain,
    get: (from, key) => {
      reads++;
      return plain.get(from, key);
    },
    getMany: (from, keys) => {
      reads += keys.length;
      return plain.getMany(from, keys);
    },
  };
  const store = cachingReadStore(counting);
  const writer = announcingWriter(direct, store.forget);
  const write = (collection: Collection, position: bigint, names: Record<string, string | null>) => {
    const documents = new Map<string, Kept>();
    for (const [key, name] of Object.entries(names))
      documents.set(key, { position, document: name === null ? null : { name } });
    return writer.write([{ collection, documents, checkpoint: checkpointAt(position) }]);
  };
  return { store, write, writer, direct, location, reads: () => reads };
}

describe("a caching read store", () => {
  it("reads a document once until it is written again", async () => {
    const { store, write, reads } = await opened();
    await write(people, 1n, { a: "Ada", b: "Bea" });
    for (let again = 0; again < 3; again++) expect(await store.get(people, "a")).toEqual({ name: "Ada" });
    expect(reads()).toBe(1);
    await write(people, 2n, { b: "Bee" });
    expect(await store.get(people, "a")).toEqual({ name: "Ada" });
    expect(reads()).toBe(1);
    await write(people, 3n, { a: "Adele" });
    expect(await store.get(people, "a")).toEqual({ name: "Adele" });
  });

  it("reads of many documents only those that were written since, or that it never had", async () => {
    const { store, write, reads } = await opened();
    await write(people, 1n, { a: "Ada", b: "Bea", c: "Cleo" });
    const all = ["a", "b", "c", "nobody"];
    const named = async () => [...(await store.getMany(people, all)).values()].map(({ name }) => name).toSorted();
    expect([await named(), reads()]).toEqual([["Ada", "Bea", "Cleo"], 4]);
    await write(people, 2n, { b: "Bee" });
    expect([await named(), reads()]).toEqual([["Ada", "Bee", "Cleo"], 6]);
  });

  it("caches neither a missing document nor a removed one", async () => {
    const { store, write } = await opened();
    expect(await store.get(people, "a")).toBeNull();
    await write(people, 1n, { a: "Ada" });
    expect(await store.get(people, "a")).toEqual({ name: "Ada" });
    await write(people, 2n, { a: null });
    expect(await store.get(people, "a")).toBeNull();
  });

  it("separates documents of the same key in different projections", async () => {
    const { store, write } = await opened();
    await write(people, 1n, { a: "Ada" });
    await write(pets, 1n, { a: "Asta" });
    expect(await store.get(people, "a")).toEqual({ name: "Ada" });
    expect(await store.get(pets, "a")).toEqual({ name: "Asta" });
  });

  it.each(["get", "getMany"])("does not cache a document that was written while %s read it", async (by) => {
    const { store: plain, write, direct } = await opened();
    await write(people, 1n, { a: "old" });
    const gate = Promise.withResolvers<void>();
    const slow: ReadStore = {
      ...plain,
      async get(from, key) {
        const document = await plain.get(from, key);
        await gate.promise;
        return document;
      },
      async getMany(from, keys) {
        const found = await plain.getMany(from, keys);
        await gate.promise;
        return found;
      },
    };
    const store = cachingReadStore(slow);
    const read = async () => (by === "get" ? store.get(people, "a") : (await store.getMany(people, ["a"])).get("a"));
    const reading = read();
    await announcingWriter(direct, (changed) => {
      plain.forget(changed);
      store.forget(changed);
    }).write([
      {
        collection: people,
        documents: new Map([["a", { position: 2n, document: { name: "new" } }]]),
        checkpoint: checkpointAt(2n),
      },
    ]);
    gate.resolve();
    await reading;
    expect(await read()).toEqual({ name: "new" });
  });

  it("clears the cache when too many documents were written to name each", async () => {
    const { store, write } = await opened();
    await write(people, 1n, { k1: "before" });
    expect(await store.get(people, "k1")).toEqual({ name: "before" });
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`k${n}`, "after"]));
    await write(people, 2n, many);
    expect(await store.get(people, "k1")).toEqual({ name: "after" });
  });

  it.each(["load", "write"] as const)(
    "clears the cache before a %s fails because another build is active",
    async (by) => {
      const { store, write, writer, location } = await opened();
      await write(people, 1n, { a: "of the old build" });
      expect(await store.get(people, "a")).toEqual({ name: "of the old build" });
      const builds = await openBuilds(location);
      const next = await builds.begin(people);
      const document = { name: "of the new build" };
      await next.write([
        { collection: people, documents: new Map([["a", { position: 1n, document }]]), checkpoint: checkpointAt(1n) },
      ]);
      await next.seal();
      await builds.switchTo(people, next.build, async () => undefined);
      await builds.close();
      const switched = by === "load" ? writer.load(people, ["a"]) : write(people, 2n, { b: "Bea" });
      await expect(switched).rejects.toBeInstanceOf(BuildSwitched);
      expect(await store.get(people, "a")).toEqual(document);
    },
  );
});
