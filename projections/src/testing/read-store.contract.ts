import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Collection,
  DocumentParked,
  type Kept,
  type Listing,
  type ReadStore,
  type ReadStoreWriter,
} from "../store/read-store.ts";
import { checkpointAt } from "./checkpoint-at.ts";

interface Pet {
  name: string;
  owner: string | null;
  age?: number;
}

const pets: Collection<Pet> = {
  name: "pets@1",
  indexes: { owner: { entry: ({ owner, name }) => (owner ? { value: owner, order: name } : null) } },
};
const newerPets: Collection<Pet> = { ...pets, name: "pets@2" };

/** One store, opened for queries. `openWriter` opens it for one more follower. */
export interface ReadStoreUnderTest {
  store: ReadStore;
  openWriter: () => Promise<ReadStoreWriter>;
}

/** Contract tests of read stores; each adapter runs them under its own name. */
export function readStoreContract(adapter: string, open: () => Promise<ReadStoreUnderTest>): void {
  describe(`read store: ${adapter}`, () => {
    let store: ReadStore;
    let writer: ReadStoreWriter;
    let rival: ReadStoreWriter;

    beforeEach(async () => {
      const underTest = await open();
      store = underTest.store;
      [writer, rival] = [await underTest.openWriter(), await underTest.openWriter()];
    });
    afterEach(() => Promise.all([store, writer, rival].map((side) => side.close())));

    const rex: Pet = { name: "Rex", owner: "ada" };
    const keep = (
      documents: Record<string, [number, Pet | null]>,
      checkpoint = 0,
      { collection = pets, by = writer, newKeys = new Set<string>() } = {},
    ) =>
      by.write([
        {
          collection,
          documents: new Map(Object.entries(documents).map(kept)),
          newKeys,
          checkpoint: checkpointAt(BigInt(checkpoint)),
        },
      ]);
    const kept = ([key, [position, document]]: [string, [number, Pet | null]]): [string, Kept] => [
      key,
      { position: BigInt(position), document },
    ];
    const owned = async (listing: Partial<Listing> = {}, collection = pets) => {
      const asked: Listing = { index: "owner", value: "ada", direction: "ascending", limit: 10, ...listing };
      return (await store.list(collection, asked)).map(({ key }) => key);
    };

    it("ignores a document that is as old as the stored one, or older, also where it was thought to be new", async () => {
      await keep({ a: [5, rex], b: [3, { name: "Older", owner: "bob" }] });
      await keep({ a: [5, { name: "Same age", owner: "bob" }] });
      await keep({ a: [4, null], b: [4, rex], c: [4, rex] }, 0, { newKeys: new Set(["a", "b", "c"]) });
      expect([await store.get(pets, "a"), await owned()]).toEqual([rex, ["a", "b", "c"]]);
    });

    it("never moves a checkpoint back", async () => {
      await keep({}, 7);
      await keep({}, 6);
      expect(await writer.checkpoint("pets@1")).toBe(7n);
    });

    it("ignores a document from before its removal", async () => {
      await keep({ a: [5, rex] });
      await keep({ a: [9, null] });
      await keep({ a: [8, rex] });
      expect(await store.get(pets, "a")).toBeNull();
      expect(await owned()).toEqual([]);
    });

    it("refuses an index that was not declared", async () => {
      await expect(owned({ index: "colour" })).rejects.toBeInstanceOf(TypeError);
    });

    it("B2 keeps the event of each checkpoint, which never moves back", async () => {
      await keep({}, 7);
      await keep({}, 12, { collection: newerPets });
      const of = ({ name }: { name: string }, position: bigint) => ({ projection: name, ...checkpointAt(position) });
      expect(await writer.checkpoints()).toEqual([of(pets, 7n), of(newerPets, 12n)]);
      await keep({}, 6);
      await rival.write([{ collection: pets, documents: new Map(), checkpoint: { position: 7n, eventId: "other" } }]);
      expect(await writer.checkpoints()).toEqual([of(pets, 7n), of(newerPets, 12n)]);
      await keep({}, 8, { by: rival });
      expect((await writer.checkpoints())[0]).toEqual(of(pets, 8n));
    });

    it("RE-22 refuses to read a parked document, alone or among others, and reports why it is parked", async () => {
      const parked = { position: 2n, event: { id: "e", type: "PetRenamed" }, reason: "RangeError: no name" };
      const documents = new Map<string, Kept>([
        ["a", { position: 1n, document: rex }],
        ["b", { position: 2n, document: { ...rex, owner: "bob" }, parked }],
      ]);
      await writer.write([{ collection: pets, documents, checkpoint: checkpointAt(2n) }]);
      await expect(store.get(pets, "b")).rejects.toBeInstanceOf(DocumentParked);
      await expect(store.getMany(pets, ["a", "b"])).rejects.toBeInstanceOf(DocumentParked);
      await expect(owned({ value: "bob" })).rejects.toBeInstanceOf(DocumentParked);
      expect([await store.get(pets, "a"), await owned()]).toEqual([rex, ["a"]]);
      expect(await rival.parked("pets@1")).toEqual([{ key: "b", ...parked }]);
      expect(await rival.load(pets, ["a", "b"])).toEqual(documents);
    });

    it("accepts or ignores each document of a batch separately", async () => {
      await keep({ a: [5, rex], b: [1, rex] });
      await keep({ b: [3, { ...rex, age: 3 }], a: [4, { ...rex, age: 4 }], c: [2, rex] }, 5);
      expect(await store.getMany(pets, ["a", "b", "c"])).toEqual(
        new Map([
          ["a", rex],
          ["b", { ...rex, age: 3 }],
          ["c", rex],
        ]),
      );
      expect(await writer.checkpoint("pets@1")).toBe(5n);
    });

    it("keeps the newer of two writers' documents, in any order", async () => {
      await Promise.all([
        keep({ a: [8, { ...rex, age: 8 }] }, 8),
        keep({ a: [6, { ...rex, age: 6 }] }, 6, { by: rival }),
      ]);
      expect(await store.get(pets, "a")).toMatchObject({ age: 8 });
      expect(await rival.checkpoint("pets@1")).toBe(8n);
    });

    it("is empty before anything was written", async () => {
      expect(await store.get(pets, "a")).toBeNull();
      expect(await store.getMany(pets, ["a"])).toEqual(new Map());
      expect(await owned()).toEqual([]);
      expect(await writer.checkpoint("pets@1")).toBe(0n);
      expect(await writer.load(pets, ["a"])).toEqual(new Map());
      expect((await writer.checkpoints()).every(({ position }) => position === 0n)).toBe(true);
    });

    it("loads documents and tombstones with their positions", async () => {
      const far = 2 ** 53 - 1;
      await keep({ a: [far, rex], gone: [2, null] });
      expect(await writer.load(pets, ["a", "gone", "never"])).toEqual(
        new Map([
          ["a", { position: BigInt(far), document: rex }],
          ["gone", { position: 2n, document: null }],
        ]),
      );
    });

    it("separates versions of a projection", async () => {
      await keep({ a: [1, rex] }, 1);
      await keep({ b: [1, rex] }, 2, { collection: newerPets });
      expect([await owned(), await owned({}, newerPets)]).toEqual([["a"], ["b"]]);
      expect(await store.get(newerPets, "a")).toBeNull();
      expect(await writer.checkpoint("pets@1")).toBe(1n);
    });

    it("finds a document under its newest index entry only", async () => {
      await keep({ a: [1, rex] });
      await keep({ a: [2, { ...rex, owner: "bob" }] });
      expect([await owned(), await owned({ value: "bob" })]).toEqual([[], ["a"]]);
      await keep({ a: [3, { ...rex, owner: null }] });
      expect(await owned({ value: "bob" })).toEqual([]);
    });

    it("lists by the index order and then by key, page by page, in both directions", async () => {
      const named = (name: string): [number, Pet] => [1, { name, owner: "ada" }];
      await keep({
        d: named("Bello"),
        b: named("Bello"),
        c: named("Zoe"),
        a: named("Émile"),
        e: [1, { ...rex, owner: "eve" }],
      });
      const all = ["b", "d", "c", "a"]; // É sorts after Z: by bytes, not by a language's rules
      expect(await owned()).toEqual(all);
      expect(await owned({ limit: 2 })).toEqual(all.slice(0, 2));
      expect(await owned({ after: { order: "Bello", key: "b" }, limit: 2 })).toEqual(["d", "c"]);
      expect(await owned({ direction: "descending" })).toEqual(all.toReversed());
      expect(await owned({ direction: "descending", after: { order: "Zoe", key: "c" } })).toEqual(["d", "b"]);
    });

    it("continues a listing after a document that was removed", async () => {
      await keep({ a: [1, { name: "A", owner: "ada" }], b: [1, { name: "B", owner: "ada" }] });
      await keep({ a: [2, null] });
      expect(await owned({ after: { order: "A", key: "a" } })).toEqual(["b"]);
    });
  });
}
