import { expect, it } from "vitest";
import { BuildLost, type Continuing } from "../store/builds.ts";
import { noCheckpoint } from "../store/read-store.ts";
import { aged, type BuildsScene, batch, pets } from "./builds-scene.ts";
import { checkpointAt } from "./checkpoint-at.ts";

const same: Continuing = { code: "one", isInLog: async () => true };
const hasNot = (missing: bigint): Continuing => ({ ...same, isInLog: async ({ position }) => position !== missing });

/** Contract tests of builds that a killed process leaves. `continues`: the adapter writes them so that they can be continued. */
export function continuedBuildContract(scene: BuildsScene, continues: boolean): void {
  /** A build with a checkpoint at 2, and Rex as of 5. */
  const givenKilled = async () => {
    const killed = await scene.builds.begin(pets, same);
    await killed.write(batch(2));
    await killed.write([{ ...later, reached: checkpointAt(5n) }]);
    return killed;
  };
  const later = { collection: pets, documents: aged(5), checkpoint: noCheckpoint };

  it(`${continues ? "continues" : "does not continue"} a build of a process that was killed`, async () => {
    await scene.follows(1);
    const killed = await givenKilled();
    expect([killed.from, killed.isContinuable]).toEqual([0n, continues]);
    const next = await (await scene.again()).begin(pets, same);
    const [build, from, rex] = continues ? [killed.build, 2n, aged(5)] : [killed.build + 1, 0n, new Map()];
    expect([next.build, next.from, await next.load(pets, ["rex", "none"])]).toEqual([build, from, rex]);
    await next.write(batch(7));
    await next.seal();
    await scene.builds.switchTo(pets, next.build, async () => undefined);
    expect([await scene.shown(), await scene.writer.checkpoint(pets.name)]).toEqual([7, 7n]);
  });

  it.each([
    ["other code made it", { ...same, code: "two" }],
    ["the log does not have the event of its checkpoint", hasNot(2n)],
    ["the log does not have the event of its newest document", hasNot(5n)],
    ["none is asked for", undefined],
  ])("begins anew if %s", async (_, continuing) => {
    const killed = await givenKilled();
    const next = await (await scene.again()).begin(pets, continuing);
    expect([next.build, next.from]).toEqual([killed.build + 1, 0n]);
    expect(await next.load(pets, ["rex"])).toEqual(new Map());
    expect(await scene.states()).toEqual([`pets@1 ${next.build} building`]);
  });

  it("begins anew if an event could not be applied, or nothing was applied yet", async () => {
    const empty = await scene.builds.begin(pets, same);
    const killed = await (await scene.again()).begin(pets, same);
    expect(killed.build).toBe(empty.build + 1);
    const parked = { position: 2n, event: { id: "e", type: "T" }, reason: "no" };
    const documents = new Map([["rex", { position: 2n, document: null, parked }]]);
    await killed.write([{ collection: pets, documents, checkpoint: checkpointAt(2n) }]);
    const next = await (await scene.again()).begin(pets, same);
    expect([next.build, next.from]).toEqual([killed.build + 1, 0n]);
  });

  if (!continues) return;

  it("refuses what a process writes after another one continues its build, or has removed it", async () => {
    const lost = await givenKilled();
    const other = await scene.again();
    const next = await other.begin(pets, same);
    await expect(lost.write([{ ...later, documents: aged(9), reached: checkpointAt(9n) }])).rejects.toBeInstanceOf(
      BuildLost,
    );
    await expect(lost.write([{ ...later, documents: new Map(), checkpoint: checkpointAt(9n) }])).rejects.toThrow(
      BuildLost,
    );
    await expect(lost.seal()).rejects.toBeInstanceOf(BuildLost);
    await lost.drop();
    expect(await next.load(pets, ["rex"])).toEqual(aged(5));
    expect((await other.begin(pets, same)).from).toBe(2n);
    await other.begin(pets);
    await expect(next.write(batch(9))).rejects.toBeInstanceOf(BuildLost);
  });

  it("leaves a build to be continued", async () => {
    const stopped = await givenKilled();
    await stopped.leave();
    expect((await scene.builds.begin(pets, same)).build).toBe(stopped.build);
  });
}
