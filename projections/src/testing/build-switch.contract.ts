import { expect, it } from "vitest";
import { previousDropped } from "../store/builds.ts";
import { BuildSwitched } from "../store/read-store.ts";
import { aged, type BuildsScene, batch, nothing, pets } from "./builds-scene.ts";
import { checkpointAt } from "./checkpoint-at.ts";

/** Contract tests of `Builds.switchTo`. */
export function buildSwitchContract(scene: BuildsScene): void {
  it("refuses to switch to a build that does not exist or was dropped", async () => {
    await scene.follows(1);
    await expect(scene.builds.switchTo(pets, 99, nothing)).rejects.toThrow("there is no build 99");
    const build = await scene.built(1);
    const dropping = scene.builds.switchTo(pets, build, () => scene.builds.drop(pets.name, build));
    await expect(dropping).rejects.toThrow(`there is no build ${build}`);
    expect(await scene.states()).toContain("pets@1 1 running");
    expect(await scene.shown()).toBe(1);
  });

  it("refuses to switch when the build cannot catch up, and keeps the active one running", async () => {
    await scene.follows(1);
    const build = await scene.built(1);
    const failing = () => Promise.reject(new RangeError("no such event"));
    await expect(scene.builds.switchTo(pets, build, failing)).rejects.toThrow("no such event");
    await scene.follows(2);
    expect([await scene.states(), await scene.shown()]).toEqual([["pets@1 2 building", "pets@1 1 running"], 2]);
  });

  it("keeps no build to go back to if the previous one is to be dropped, even before it is", async () => {
    await scene.follows(1);
    await scene.builds.switchTo(pets, await scene.built(2), async () => previousDropped);
    expect([await scene.states(), await scene.shown()]).toEqual([["pets@1 2 running", "pets@1 1 building"], 2]);
    const next = await (await scene.again()).begin(pets);
    expect(await scene.states()).toEqual([`pets@1 ${next.build} building`, "pets@1 2 running"]);
  });

  it("refuses a follower's writes after a switch, until the follower reads its checkpoint again", async () => {
    await scene.follows(1);
    await scene.builds.switchTo(pets, await scene.built(1), nothing);
    await expect(scene.writer.load(pets, ["rex"])).rejects.toBeInstanceOf(BuildSwitched);
    await expect(scene.follows(5)).rejects.toBeInstanceOf(BuildSwitched);
    expect(await scene.shown()).toBe(1);
    expect(await scene.writer.checkpoint(pets.name)).toBe(1n);
    await scene.follows(5);
    expect(await scene.shown()).toBe(5);
  });

  it("loses nothing to a follower that missed a switch there and back", async () => {
    await scene.follows(1);
    expect(await scene.writer.checkpoint(pets.name)).toBe(1n);
    const next = await scene.built(1);
    const other = await scene.again();
    await other.switchTo(pets, next, nothing);
    const active = await other.open(pets, next);
    await active.write(batch(3));
    await active.close();
    const first = await other.open(pets, 1);
    await other.switchTo(pets, 1, () => first.write(batch(3)));
    await first.close();
    // It still holds the position and the documents from before. A store may refuse it, or ignore what is older than its documents.
    await scene.follows(2).catch((error) => {
      if (!(error instanceof BuildSwitched)) throw error;
    });
    expect(await scene.shown()).toBe(3);
    expect(await scene.writer.checkpoint(pets.name)).toBe(3n);
    expect(await scene.writer.load(pets, ["rex"])).toEqual(aged(3));
    await scene.follows(4);
    expect(await scene.shown()).toBe(4);
  });

  it("stops writers during a switch, and brings the build to their position", async () => {
    await scene.follows(1);
    const build = await scene.built(1);
    const next = await scene.builds.open(pets, build);
    let acknowledged = 1;
    const writing = (async () => {
      for (let age = 2; age < 12; age++) {
        await scene.follows(age).catch(async (error) => {
          if (!(error instanceof BuildSwitched)) throw error;
          await scene.writer.checkpoint(pets.name);
          await scene.follows(age);
        });
        acknowledged = age;
        expect(await scene.shown()).toBeGreaterThanOrEqual(acknowledged);
      }
    })();
    await scene.builds.switchTo(pets, build, async (position) => {
      expect(position).toBeGreaterThanOrEqual(BigInt(acknowledged));
      await next.write(batch(Number(position)));
    });
    await writing;
    expect(await scene.shown()).toBe(11);
    expect(await next.checkpoint(pets.name)).toBe(11n);
    await next.close();
  });

  it("brings the build to the position of an active one that the last events did not change", async () => {
    await scene.follows(1);
    await scene.writer.write([{ collection: pets, documents: new Map(), checkpoint: checkpointAt(4n) }]);
    await scene.builds.switchTo(pets, await scene.built(1), async (position) => expect(position).toBe(4n));
  });

  it("switches back to the previous build once that has caught up", async () => {
    await scene.follows(1);
    await scene.builds.switchTo(pets, await scene.built(1), nothing);
    await scene.writer.checkpoint(pets.name);
    await scene.follows(4);
    const before = await scene.builds.open(pets, 1);
    expect(await before.checkpoint(pets.name)).toBe(1n);
    await scene.builds.switchTo(pets, 1, async (position) => {
      expect(position).toBe(4n);
      await before.write(batch(4));
    });
    await before.close();
    expect([await scene.states(), await scene.shown()]).toEqual([["pets@1 2 kept", "pets@1 1 running"], 4]);
  });
}
