import { userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import type { Projection } from "../read-models/projection.ts";
import { BuildSwitched, noCheckpoint, type ReadStoreWriter } from "../store/read-store.ts";
import { openTallyScene, tallies, tally } from "../testing/tally-scene.ts";

const scene = openTallyScene();

describe("a follower", () => {
  it("applies every event once, and continues from its checkpoint", async () => {
    await scene.named("Ada", "Grace");
    await scene.follow([tallies]);
    await scene.named("Alan");
    await scene.follow([tallies]);
    expect(await scene.document()).toEqual({ count: 3, names: ["Ada", "Grace", "Alan"] });
  });

  it("advances its checkpoint over events that it does not handle", async () => {
    const head = await scene.service.happened(userStream(scene.person), {
      type: "EmailVerified",
      data: { userId: scene.person, sameBrowser: true },
    });
    await scene.follow([tallies]);
    expect(await scene.store.checkpoint("tallies@1")).toBe(head);
    expect(await scene.document()).toBeUndefined();
  });

  it("decrypts personal fields only for projections that need them", async () => {
    const sealed: Projection = { ...tally("sealed@1"), personal: "sealed" };
    await scene.named("Ada");
    await scene.follow([sealed, tallies]);
    expect([await scene.document(sealed), await scene.document()]).toMatchObject([
      { names: [null] },
      { names: ["Ada"] },
    ]);
  });

  it("continues each projection from its own checkpoint", async () => {
    const younger = tally("tallies@2");
    await scene.named("Ada");
    await scene.follow([tallies]);
    await scene.named("Grace");
    await scene.follow([tallies, younger]);
    const both = { count: 2, names: ["Ada", "Grace"] };
    expect([await scene.document(), await scene.document(younger)]).toEqual([both, both]);
  });

  it("repeats nothing after a crash between writing the documents and the checkpoint", async () => {
    await scene.named("Ada", "Grace");
    const crashing: ReadStoreWriter = {
      ...scene.store,
      async write(changes) {
        await scene.store.write(changes.map((change) => ({ ...change, checkpoint: noCheckpoint })));
        throw new Error("killed");
      },
    };
    await expect(
      scene.follow([tallies], {
        store: crashing,
        reportError: (error) => {
          throw error;
        },
      }),
    ).rejects.toThrow("killed");
    expect(await scene.store.checkpoint("tallies@1")).toBe(0n);
    await scene.named("Alan");
    await scene.follow([tallies]);
    expect(await scene.document()).toEqual({ count: 3, names: ["Ada", "Grace", "Alan"] });
  });

  it("causes no harm when it resumes after a pause in which another follower overtook it", async () => {
    await scene.named("Ada", "Grace");
    const { promise: loaded, resolve: hasLoaded } = Promise.withResolvers<void>();
    const { promise: overtaken, resolve: goOn } = Promise.withResolvers<void>();
    const paused: ReadStoreWriter = {
      ...scene.store,
      async write(changes) {
        hasLoaded();
        await overtaken;
        await scene.store.write(changes);
      },
    };
    const comingBack = scene.follow([tallies], { store: paused });
    await loaded;
    await scene.named("Alan");
    await scene.follow([tallies]);
    goOn();
    await comingBack;
    await scene.named("Edsger");
    await scene.follow([tallies]);
    expect(await scene.document()).toEqual({ count: 4, names: ["Ada", "Grace", "Alan", "Edsger"] });
  });

  it("retries with growing pauses while the store fails", async () => {
    await scene.named("Ada");
    let failures = 4;
    const failing: ReadStoreWriter = {
      ...scene.store,
      write: async (changes) => {
        if (failures-- > 0) throw new Error("disk I/O error");
        return scene.store.write(changes);
      },
    };
    const { reportedErrors, pauses, faults } = await scene.follow([tallies], { store: failing });
    expect([reportedErrors.length, faults]).toEqual([4, []]);
    expect(pauses.map((ms) => Math.ceil(Math.log2(ms / 500)))).toEqual([1, 2, 3, 4]);
    expect(await scene.document()).toMatchObject({ count: 1 });
  });
});

describe("a follower whose build is replaced", () => {
  /** Another build is active at the first write, and its checkpoint cannot be read at first. */
  const switching = (): ReadStoreWriter => {
    let [switches, failures] = [1, 2];
    return {
      ...scene.store,
      async write(changes) {
        if (switches-- > 0) throw new BuildSwitched("another build is read");
        return scene.store.write(changes);
      },
      async checkpoint(name) {
        if (switches < 1 && failures-- > 0) throw new Error("database is locked");
        return scene.store.checkpoint(name);
      },
    };
  };

  it("retries while the checkpoint of the new build cannot be read", async () => {
    await scene.named("Ada");
    const { reportedErrors, faults } = await scene.follow([tallies], { store: switching() });
    expect([reportedErrors.map(String), faults]).toEqual([Array(2).fill("Error: database is locked"), []]);
    expect(await scene.document()).toEqual({ count: 1, names: ["Ada"] });
  });
});
