import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Collection, Kept } from "../store/read-store.ts";
import { aged, type BuildsScene, batch, nothing, type Pet, pets } from "./builds-scene.ts";
import { checkpointAt } from "./checkpoint-at.ts";

const nextPets: Collection<Pet> = { ...pets, name: "pets@2" };
const byName = { index: "name", value: "Rex", direction: "ascending", limit: 9 } as const;

/** Contract tests of `Builds.carryOver` and `Builds.dropAll`. */
export function carryOverContract(scene: BuildsScene): void {
  const shownBy = (collection: Collection<Pet>) => scene.shown(collection);

  it("carries the documents of a former version over, with their entries, positions and reasons, and follows on from its checkpoint", async () => {
    const parked = { position: 2n, event: { id: "e", type: "T" }, reason: "no" };
    const documents = new Map<string, Kept>([
      ["rex", { position: 1n, document: { name: "Rex", age: 1 } }],
      ["ada", { position: 2n, document: { name: "Ada", age: 2 }, parked }],
      ["gone", { position: 2n, document: null }],
    ]);
    await scene.writer.write([{ collection: pets, documents, checkpoint: checkpointAt(2n) }]);
    await scene.writer.write([{ collection: pets, documents: new Map(), checkpoint: checkpointAt(4n) }]);
    expect(await scene.builds.carryOver(nextPets, pets.name)).toBe(true);
    const listed = (await scene.builds.list()).map(({ isCarriedOver, state }) => [state, isCarriedOver]);
    expect([await scene.states(), listed]).toEqual([
      ["pets@1 1 running", "pets@2 1 running"],
      [
        ["running", false],
        ["running", true],
      ],
    ]);
    expect(await scene.writer.checkpoint(nextPets.name)).toBe(4n);
    expect(await scene.writer.load(nextPets, [...documents.keys()])).toEqual(documents);
    expect(await scene.writer.parked(nextPets.name)).toEqual([{ key: "ada", ...parked }]);
    expect(await scene.store.list(nextPets, byName)).toMatchObject([{ key: "rex", document: { age: 1 } }]);
    await scene.follows(7, nextPets);
    expect([await shownBy(pets), await shownBy(nextPets)]).toEqual([1, 7]);
    expect(await scene.store.list(nextPets, byName)).toMatchObject([{ key: "rex", document: { age: 7 } }]);
  });

  it("carries nothing over that is not there, and to no projection that has documents", async () => {
    expect(await scene.builds.carryOver(nextPets, pets.name)).toBe(false);
    await scene.follows(1);
    await scene.follows(9, nextPets);
    expect(await scene.builds.carryOver(nextPets, pets.name)).toBe(false);
    expect([await scene.states(), await shownBy(nextPets)]).toEqual([["pets@1 1 running", "pets@2 1 running"], 9]);
  });

  it("loses nothing to a follower that writes the former version meanwhile", async () => {
    await scene.follows(1);
    let age = 1;
    let copied = false;
    const writing = (async () => {
      while (!copied) {
        await scene.follows(++age);
        await setImmediate();
      }
    })();
    expect(await scene.builds.carryOver(nextPets, pets.name)).toBe(true);
    copied = true;
    await writing;
    const position = await scene.writer.checkpoint(nextPets.name);
    const [rex] = [...(await scene.writer.load(nextPets, ["rex"])).values()];
    expect(rex?.position).toBeGreaterThanOrEqual(position);
    await scene.follows(age, nextPets);
    expect([await shownBy(pets), await shownBy(nextPets)]).toEqual([age, age]);
  });

  it("replaces carried over documents by a build, which is none of them", async () => {
    await scene.follows(1);
    await scene.builds.carryOver(nextPets, pets.name);
    const build = await scene.builds.begin(nextPets);
    await build.write(batch(1, nextPets));
    await build.seal();
    await scene.builds.switchTo(nextPets, build.build, nothing);
    const carried = (await scene.builds.list()).filter(({ isCarriedOver }) => isCarriedOver);
    expect(carried).toMatchObject([{ projection: "pets@2", build: 1, state: "kept" }]);
    await scene.builds.drop(nextPets.name, 1);
    expect(await scene.states()).toEqual(["pets@1 1 running", "pets@2 2 running"]);
  });

  it("drops all builds of a projection, and nothing else; a follower that goes on begins at zero", async () => {
    await scene.follows(1);
    await scene.follows(2, nextPets);
    await scene.builds.switchTo(pets, await scene.built(1), nothing);
    await scene.builds.begin(pets);
    await scene.builds.dropAll(pets.name);
    await scene.builds.dropAll(pets.name);
    expect([await scene.states(), await shownBy(nextPets)]).toEqual([["pets@2 1 running"], 2]);
    expect(await scene.writer.checkpoints()).toMatchObject([{ projection: nextPets.name }]);
    expect(await scene.writer.checkpoint(pets.name)).toBe(0n);
    await scene.follows(3);
    expect(await scene.writer.load(pets, ["rex"])).toEqual(aged(3));
  });
}
