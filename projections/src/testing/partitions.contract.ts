import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Collection, ReadStoreWriter } from "../store/read-store.ts";
import { checkpointAt } from "./checkpoint-at.ts";

const pets: Collection = { name: "pets@1", indexes: {} };

/** Contract tests of the checkpoints of partitions, of two writers of one store; each adapter runs them under its own name. */
export function partitionsContract(adapter: string, open: () => Promise<[ReadStoreWriter, ReadStoreWriter]>): void {
  describe(`partitions: ${adapter}`, () => {
    let writer: ReadStoreWriter;
    let rival: ReadStoreWriter;
    beforeEach(async () => {
      [writer, rival] = await open();
    });
    afterEach(() => Promise.all([writer.close(), rival.close()]));

    it("keeps a checkpoint of each partition, of which the lowest is that of the build", async () => {
      const all = Array.from({ length: writer.partitions }, (_, partition) => partition);
      const move = (partitions: readonly number[], to: number, by = writer) =>
        by.write([{ collection: pets, documents: new Map(), checkpoint: checkpointAt(BigInt(to)), partitions }]);
      const each = () => Promise.all(all.map((partition) => rival.checkpoint("pets@1", [partition])));
      for (const partition of all.toReversed()) {
        const before = await rival.checkpoint("pets@1");
        expect(before).toBe(0n);
        await move([partition], 10 + partition);
      }
      expect(await each()).toEqual(all.map((partition) => BigInt(10 + partition)));
      const [checkpoint] = await rival.checkpoints();
      expect(checkpoint).toMatchObject({ projection: "pets@1", ...checkpointAt(10n) });
      expect(checkpoint?.ahead ?? []).toEqual(all.slice(1).map((partition) => checkpointAt(BigInt(10 + partition))));
      await move([0], 5, rival);
      expect(await rival.checkpoint("pets@1")).toBe(10n);
      // As a release that knows no partitions does.
      await rival.write([{ collection: pets, documents: new Map(), checkpoint: checkpointAt(12n) }]);
      expect(await each()).toEqual(all.map((partition) => BigInt(Math.max(12, 10 + partition))));
      await move(all, 20);
      expect([await rival.checkpoint("pets@1", [0]), await rival.checkpoints()]).toEqual([
        20n,
        [{ projection: "pets@1", ...checkpointAt(20n) }],
      ]);
    });
  });
}
