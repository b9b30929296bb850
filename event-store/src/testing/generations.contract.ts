import { randomUUID } from "node:crypto";
import { type StoredEvent, userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstRecord, GenerationsFault } from "../generations/generation-record.ts";
import type { Generations } from "../generations/generations.ts";
import { Misfit } from "../log/new-log.ts";
import { storedBytes } from "../log/stored-bytes.ts";
import { openScratchService, type ScratchService } from "./scratch-service.ts";

/** The generations of a service without any event. The master key is that of a scratch service. */
export type OpenGenerations = () => Promise<Generations>;

/** The contract tests that every adapter of the generations passes. */
export function generationsContract(name: string, open: OpenGenerations): void {
  describe(name, () => {
    let service: ScratchService;
    let events: StoredEvent[];
    const opened: Generations[] = [];
    const openEmpty = async () => {
      const empty = await open();
      opened.push(empty);
      return empty;
    };

    /** Ada's events and those of the others come in turn, and hers follow each other at the end. */
    const [ada, ben, eve] = [randomUUID(), randomUUID(), randomUUID()];
    beforeAll(async () => {
      service = await openScratchService();
      for (const userId of [ada, ben, ada, eve, ada, ada, ada]) {
        const data = { userId, firstName: `${userId} O'Neil`, lastName: null };
        await service.happened(userStream(userId), { type: "ProfileChanged", data }, { person: userId });
      }
      events = await service.log.readStored(0n, 100);
    });
    afterAll(async () => {
      for (const each of opened) await each.close();
      await service.close();
    });

    /** Copies the service into a new generation, and returns its number. */
    async function copied(generations: Generations, until = events.length): Promise<number> {
      const generation = await generations.begin(1);
      const { log, vault, close } = await generations.openNew(generation);
      for (const { kind, name, key } of await service.vault.entries(null, 100)) {
        if (kind === "person") await vault.addPersonKey(name, key as Uint8Array);
        else await vault.addSecret(name, key as Uint8Array);
      }
      const places = [...(await log.add(events.slice(0, 3))), ...(await log.add(events.slice(3, until)))];
      expect(places.at(-1)?.from).toBe(events[until - 1]?.position);
      await log.finish();
      await close();
      return generation;
    }

    /** How many keys are left of a generation. An adapter may refuse to open the vault of one that was removed. */
    const countKeys = async (generations: Generations, generation: number) => {
      const vault = await generations.openVault(generation).catch(() => null);
      const keys = (await vault?.entries(null, 100)) ?? [];
      await vault?.close();
      return keys.length;
    };

    it("IM-13 has one generation at first, whose log is empty", async () => {
      const generations = await openEmpty();
      expect(await generations.read()).toEqual(firstRecord);
      expect(await generations.openActive()).toBeNull();
    });

    it("IM-11 activates a new generation that has the same events in the same order, and the same keys", async () => {
      const generations = await openEmpty();
      const generation = await copied(generations);
      expect(await generations.read()).toMatchObject({ active: 1, unfinished: generation });
      await generations.activate(generation);
      expect(await generations.read()).toEqual({
        active: generation,
        // The log of the first one is empty.
        whole: [generation],
        highest: generation,
        unfinished: null,
      });
      const stores = await generations.openActive();
      const stored = (await stores?.log.readStored(0n, 100)) ?? [];
      expect(stored.map(storedBytes)).toEqual(events.map(storedBytes));
      const names = await stores?.sealing.decrypt(await stores.log.readAll(0n, 100));
      expect(names?.map(({ data }) => data)).toMatchObject(
        [ada, ben, ada, eve, ada, ada, ada].map((userId) => ({ userId, firstName: `${userId} O'Neil` })),
      );
      await stores?.close();
      expect(await countKeys(generations, generation)).toBe(5);
      expect(await generations.bytes(generation)).toBeGreaterThan(1000);
    });

    it("IM-04 removes an unfinished generation, and activates none that is not whole", async () => {
      const generations = await openEmpty();
      const unfinished = await copied(generations, 5);
      await generations.removeUnfinished();
      expect(await generations.read()).toMatchObject({ active: 1, unfinished: null });
      expect(await countKeys(generations, unfinished)).toBe(0);
      await expect(generations.activate(unfinished)).rejects.toBeInstanceOf(GenerationsFault);
      await generations.removeUnfinished();
      await generations.activate(await copied(generations));
      const stores = await generations.openActive();
      expect(await stores?.log.readStored(0n, 100)).toHaveLength(events.length);
      await stores?.close();
    });

    it("IM-13 goes back to a kept generation, removes another, and uses no number twice", async () => {
      const generations = await openEmpty();
      const second = await copied(generations);
      await generations.activate(second);
      const last = await copied(generations);
      await generations.activate(last);
      await generations.activate(second);
      await expect(generations.remove(second)).rejects.toBeInstanceOf(TypeError);
      await generations.remove(last);
      expect(await generations.read()).toMatchObject({ active: second, whole: [second], unfinished: null });
      expect(await countKeys(generations, last)).toBe(0);
      expect(await generations.begin(1)).toBeGreaterThan(last);
      await generations.removeUnfinished();
      expect(await generations.begin(last + 10)).toBeGreaterThan(last + 10);
    });

    it.each([
      { what: "a gap", given: [0, 4], at: 1, reason: /^version 3 of user-.* follows version 1$/ },
      { what: "an event that is there", given: [0, 1, 0], at: 2, reason: /^version 1 of user-/ },
    ])("IM-06 takes no events of which one is not the next of its stream: $what", async ({ given, at, reason }) => {
      const generations = await openEmpty();
      const { log, close } = await generations.openNew(await generations.begin(1));
      const refused = await log
        .add(given.map((index) => events[index] as StoredEvent))
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Misfit);
      expect(refused).toMatchObject({ at, message: expect.stringMatching(reason) });
      await close();
    });
  });
}
