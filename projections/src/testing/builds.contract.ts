import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BuildProgress, Builds } from "../store/builds.ts";
import {
  BuildSwitched,
  type Collection,
  type Kept,
  type ReadStore,
  type ReadStoreWriter,
} from "../store/read-store.ts";

interface Pet {
  name: string;
  age: number;
}

const pets: Collection<Pet> = {
  name: "pets@1",
  indexes: { name: { entry: ({ name }) => ({ value: name, order: "" }) } },
};
const stones: Collection<Pet> = { name: "stones@1", indexes: {} };
/** Its name begins with the name of `pets`. */
const petsToo: Collection<Pet> = { ...pets, name: "pets@11" };

/** One empty store, opened for all users of builds; `again` opens it as another process would. */
export interface BuildsUnderTest {
  builds: Builds;
  again: () => Promise<Builds>;
  writer: ReadStoreWriter;
  store: ReadStore;
}

/** Contract tests of `Builds`; each adapter runs them under its own name. */
export function buildsContract(adapter: string, open: () => Promise<BuildsUnderTest>): void {
  describe(`builds: ${adapter}`, () => {
    let builds: Builds;
    let writer: ReadStoreWriter;
    let store: ReadStore;
    let again: () => Promise<Builds>;
    let opened: { close(): Promise<void> }[];
    beforeEach(async () => {
      const underTest = await open();
      ({ builds, writer, store } = underTest);
      opened = [builds, writer, store];
      again = async () => {
        const other = await underTest.again();
        opened.push(other);
        return other;
      };
    });
    afterEach(() => Promise.all(opened.map((side) => side.close())));

    const aged = (age: number, position = age): Map<string, Kept<Pet>> =>
      new Map([["rex", { position: BigInt(position), document: { name: "Rex", age } }]]);
    const batch = (age: number, collection = pets) => [{ collection, documents: aged(age), checkpoint: BigInt(age) }];
    const follows = (age: number, collection = pets) => writer.write(batch(age, collection));
    const built = async (age: number, by = builds) => {
      const unsealed = await by.begin(pets);
      await unsealed.write(batch(age));
      await unsealed.seal();
      return unsealed.build;
    };
    const states = async () => (await builds.list()).map((at) => `${at.projection} ${at.build} ${at.state}`);
    const nothing = async () => undefined;
    const shown = async (collection = pets) => (await store.get(collection, "rex"))?.age;

    it("refuses to drop the active build", async () => {
      await follows(1);
      await expect(builds.drop(pets.name, 1)).rejects.toBeInstanceOf(TypeError);
      expect([await states(), await shown()]).toEqual([["pets@1 1 running"], 1]);
    });

    it("refuses to switch to a build that does not exist or was dropped", async () => {
      await follows(1);
      await expect(builds.switchTo(pets, 99, nothing)).rejects.toThrow("there is no build 99");
      const build = await built(1);
      const dropping = builds.switchTo(pets, build, () => builds.drop(pets.name, build));
      await expect(dropping).rejects.toThrow(`there is no build ${build}`);
      expect(await states()).toContain("pets@1 1 running");
      expect(await shown()).toBe(1);
    });

    it("refuses to switch when the build cannot catch up, and keeps the active one running", async () => {
      await follows(1);
      const build = await built(1);
      const failing = () => Promise.reject(new RangeError("no such event"));
      await expect(builds.switchTo(pets, build, failing)).rejects.toThrow("no such event");
      await follows(2);
      expect([await states(), await shown()]).toEqual([["pets@1 2 building", "pets@1 1 running"], 2]);
    });

    it("refuses a follower's writes after a switch, until the follower reads its checkpoint again", async () => {
      await follows(1);
      await builds.switchTo(pets, await built(1), nothing);
      await expect(writer.load(pets, ["rex"])).rejects.toBeInstanceOf(BuildSwitched);
      await expect(follows(5)).rejects.toBeInstanceOf(BuildSwitched);
      expect(await shown()).toBe(1);
      expect(await writer.checkpoint(pets.name)).toBe(1n);
      await follows(5);
      expect(await shown()).toBe(5);
    });

    it("accepts a follower's writes after a switch there and back, once it has read its checkpoint", async () => {
      await follows(1);
      const next = await built(1);
      const other = await again();
      await other.switchTo(pets, next, nothing);
      await other.switchTo(pets, 1, nothing);
      await writer.checkpoint(pets.name);
      await follows(3);
      expect(await shown()).toBe(3);
    });

    it("shows nothing of an unfinished build, and all of it after the switch", async () => {
      await follows(1);
      const unsealed = await builds.begin(pets);
      await unsealed.write(batch(2));
      expect(await unsealed.load(pets, ["rex", "none"])).toEqual(aged(2));
      expect(await states()).toEqual(["pets@1 2 building", "pets@1 1 running"]);
      expect(await shown()).toBe(1);
      await unsealed.seal();
      await builds.switchTo(pets, unsealed.build, nothing);
      expect(await states()).toEqual(["pets@1 2 running", "pets@1 1 kept"]);
      expect(await shown()).toBe(2);
      const listing = { index: "name", value: "Rex", direction: "ascending", limit: 9 } as const;
      expect(await store.list(pets, listing)).toMatchObject([{ key: "rex", document: { age: 2 } }]);
      expect(await writer.checkpoint(pets.name)).toBe(2n);
    });

    it("stops writers during a switch, and brings the build to their position", async () => {
      await follows(1);
      const build = await built(1);
      const next = await builds.open(pets, build);
      let acknowledged = 1;
      const writing = (async () => {
        for (let age = 2; age < 12; age++) {
          await follows(age).catch(async (error) => {
            if (!(error instanceof BuildSwitched)) throw error;
            await writer.checkpoint(pets.name);
            await follows(age);
          });
          acknowledged = age;
          expect(await shown()).toBeGreaterThanOrEqual(acknowledged);
        }
      })();
      await builds.switchTo(pets, build, async (position) => {
        expect(position).toBeGreaterThanOrEqual(BigInt(acknowledged));
        await next.write(batch(Number(position)));
      });
      await writing;
      expect(await shown()).toBe(11);
      expect(await next.checkpoint(pets.name)).toBe(11n);
      await next.close();
    });

    it("switches back to the previous build once that has caught up", async () => {
      await follows(1);
      await builds.switchTo(pets, await built(1), nothing);
      await writer.checkpoint(pets.name);
      await follows(4);
      const before = await builds.open(pets, 1);
      expect(await before.checkpoint(pets.name)).toBe(1n);
      await builds.switchTo(pets, 1, async (position) => {
        expect(position).toBe(4n);
        await before.write(batch(4));
      });
      await before.close();
      expect([await states(), await shown()]).toEqual([["pets@1 2 kept", "pets@1 1 running"], 4]);
    });

    it("reports the progress of a build to every opening", async () => {
      const unsealed = await builds.begin(pets);
      const far = 2n ** 53n - 1n;
      const progress: BuildProgress = { started: 1e12, told: 1e12 + 5, done: 7n, total: far, perSecond: 1200 };
      unsealed.tell(progress);
      const other = await again();
      await expect.poll(async () => (await other.list())[0]?.progress).toEqual(progress);
    });

    it("leaves nothing of a dropped build, and never reuses its number", async () => {
      await follows(1);
      const unsealed = await builds.begin(pets);
      await unsealed.write(batch(2));
      await unsealed.drop();
      const kept = await built(3);
      await builds.drop(pets.name, kept);
      expect(await states()).toEqual(["pets@1 1 running"]);
      const next = await builds.begin(pets);
      expect(next.build).toBeGreaterThan(kept);
      expect(await next.load(pets, ["rex"])).toEqual(new Map());
    });

    it("removes what a killed rebuild left behind, and nothing else", async () => {
      await follows(1);
      await follows(1, petsToo);
      const killed = await builds.begin(pets);
      await killed.write(batch(2));
      killed.tell({ started: 1, told: 1, done: 1n, total: 2n, perSecond: 1 });
      const other = await again();
      const next = await other.begin(pets);
      expect(await states()).toEqual([`pets@1 ${next.build} building`, "pets@1 1 running", "pets@11 1 running"]);
      expect([await shown(), await shown(petsToo)]).toEqual([1, 1]);
    });

    it("opens a build to count and page through its documents, with tombstones and parked ones", async () => {
      const unsealed = await builds.begin(pets);
      const parked = { position: 2n, event: { id: "e", type: "T" }, reason: "no" };
      const document = { name: "a", age: 1 };
      const documents = new Map<string, Kept>([
        ["a", { position: 1n, document }],
        ["b", { position: 2n, document, parked }],
        ["c", { position: 3n, document: null }],
      ]);
      await unsealed.write([{ collection: pets, documents, checkpoint: 3n }]);
      await unsealed.seal();
      const build = await builds.open(pets, unsealed.build);
      expect([await build.count(), await build.countParked()]).toEqual([2, 1]);
      expect(await build.parked(pets.name)).toEqual([{ key: "b", ...parked }]);
      expect(await build.load(pets, ["a", "b", "c"])).toEqual(documents);
      const [first, second] = [await build.page("", 2), await build.page("b", 2)];
      expect([[...first.keys()], [...second.keys()]]).toEqual([["a", "b"], ["c"]]);
      expect(JSON.parse(first.get("a")?.text ?? "")).toEqual(document);
      expect(second.get("c")).toEqual({ position: 3n, text: null });
      await build.close();
    });

    it("creates one first build for concurrent callers, and separates projections", async () => {
      const asked = await Promise.all([1, 2, 3].map(() => writer.checkpoint(pets.name)));
      expect(asked).toEqual([0n, 0n, 0n]);
      await follows(2, stones);
      expect(await states()).toEqual(["pets@1 1 running", "stones@1 1 running"]);
      expect([await shown(), await shown(stones)]).toEqual([undefined, 2]);
    });
  });
}
