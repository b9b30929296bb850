import { describe, expect, it } from "vitest";
import type { BuildProgress } from "../store/builds.ts";
import type { Collection, Kept } from "../store/read-store.ts";
import { buildSwitchContract } from "./build-switch.contract.ts";
import { aged, type BuildsUnderTest, batch, nothing, openBuildsScene, type Pet, pets } from "./builds-scene.ts";
import { carryOverContract } from "./carry-over.contract.ts";
import { checkpointAt } from "./checkpoint-at.ts";
import { continuedBuildContract } from "./continued-build.contract.ts";

const stones: Collection<Pet> = { name: "stones@1", indexes: {} };
/** Its name begins with the name of `pets`. */
const petsToo: Collection<Pet> = { ...pets, name: "pets@11" };

/** Contract tests of `Builds`; each adapter runs them under its own name. `continues`: it continues unfinished builds. */
export function buildsContract(adapter: string, continues: boolean, open: () => Promise<BuildsUnderTest>): void {
  describe(`builds: ${adapter}`, () => {
    const scene = openBuildsScene(open);
    buildSwitchContract(scene);
    carryOverContract(scene);
    continuedBuildContract(scene, continues);

    it("refuses to drop the active build", async () => {
      await scene.follows(1);
      await expect(scene.builds.drop(pets.name, 1)).rejects.toBeInstanceOf(TypeError);
      expect([await scene.states(), await scene.shown()]).toEqual([["pets@1 1 running"], 1]);
    });

    it("shows nothing of an unfinished build, and all of it after the switch", async () => {
      await scene.follows(1);
      const unsealed = await scene.builds.begin(pets);
      await unsealed.write(batch(2));
      expect(await unsealed.load(pets, ["rex", "none"])).toEqual(aged(2));
      expect(await scene.states()).toEqual(["pets@1 2 building", "pets@1 1 running"]);
      expect(await scene.shown()).toBe(1);
      await unsealed.seal();
      await scene.builds.switchTo(pets, unsealed.build, nothing);
      expect(await scene.states()).toEqual(["pets@1 2 running", "pets@1 1 kept"]);
      expect(await scene.shown()).toBe(2);
      const listing = { index: "name", value: "Rex", direction: "ascending", limit: 9 } as const;
      expect(await scene.store.list(pets, listing)).toMatchObject([{ key: "rex", document: { age: 2 } }]);
      expect(await scene.writer.checkpoint(pets.name)).toBe(2n);
    });

    it("keeps the newer of two documents of which each was taken for the first one with its key", async () => {
      const unsealed = await scene.builds.begin(pets);
      const newKeys = new Set(["rex"]);
      for (const age of [2, 3]) await unsealed.write(batch(age).map((one) => ({ ...one, newKeys })));
      expect(await unsealed.load(pets, ["rex"])).toEqual(aged(3));
    });

    it("reports the progress of a build to every opening", async () => {
      const unsealed = await scene.builds.begin(pets);
      const far = 2n ** 53n - 1n;
      const progress: BuildProgress = { started: 1e12, told: 1e12 + 5, done: 7n, total: far, perSecond: 1200 };
      unsealed.saveProgress(progress);
      const other = await scene.again();
      await expect.poll(async () => (await other.list())[0]?.progress).toEqual(progress);
      const writing = { documents: 3, of: 9, perSecond: 120 };
      unsealed.saveProgress({ ...progress, writing });
      await expect.poll(async () => (await other.list())[0]?.progress).toEqual({ ...progress, writing });
    });

    it("leaves nothing of a dropped build, and never reuses its number", async () => {
      await scene.follows(1);
      const unsealed = await scene.builds.begin(pets);
      await unsealed.write(batch(2));
      await unsealed.drop();
      const kept = await scene.built(3);
      await scene.builds.drop(pets.name, kept);
      expect(await scene.states()).toEqual(["pets@1 1 running"]);
      const next = await scene.builds.begin(pets);
      expect(next.build).toBeGreaterThan(kept);
      expect(await next.load(pets, ["rex"])).toEqual(new Map());
    });

    it("removes what a killed rebuild left behind, and nothing else", async () => {
      await scene.follows(1);
      await scene.follows(1, petsToo);
      const killed = await scene.builds.begin(pets);
      await killed.write(batch(2));
      killed.saveProgress({ started: 1, told: 1, done: 1n, total: 2n, perSecond: 1 });
      const other = await scene.again();
      const next = await other.begin(pets);
      expect(await scene.states()).toEqual([`pets@1 ${next.build} building`, "pets@1 1 running", "pets@11 1 running"]);
      expect([await scene.shown(), await scene.shown(petsToo)]).toEqual([1, 1]);
    });

    it("opens a build to count and page through its documents, with tombstones and parked ones", async () => {
      const unsealed = await scene.builds.begin(pets);
      const parked = { position: 2n, event: { id: "e", type: "T" }, reason: "no" };
      const document = { name: "a", age: 1 };
      const documents = new Map<string, Kept>([
        ["a", { position: 1n, document }],
        ["b", { position: 2n, document, parked }],
        ["c", { position: 3n, document: null }],
      ]);
      await unsealed.write([{ collection: pets, documents, checkpoint: checkpointAt(3n) }]);
      await unsealed.seal();
      const build = await scene.builds.open(pets, unsealed.build);
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
      const asked = await Promise.all([1, 2, 3].map(() => scene.writer.checkpoint(pets.name)));
      expect(asked).toEqual([0n, 0n, 0n]);
      await scene.follows(2, stones);
      expect(await scene.states()).toEqual(["pets@1 1 running", "stones@1 1 running"]);
      expect([await scene.shown(), await scene.shown(stones)]).toEqual([undefined, 2]);
    });
  });
}
