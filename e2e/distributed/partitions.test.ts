import { AnnouncedWake, followByReading } from "@attestory/event-store/log/follow.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { type Checkpoints, follow } from "@attestory/projections/follower/follower.ts";
import { partsHeld } from "@attestory/projections/follower/partitions.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { totalsKeys } from "@attestory/projections/read-models/totals.ts";
import { openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import type { ReadStoreWriter } from "@attestory/projections/store/read-store.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seed } from "../faults/rounds.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { extent } from "./extent.ts";
import { happen, keys } from "./followers.ts";

const rounds = extent({ few: 3, usual: 6, full: 60 });

describe.skipIf(whyNoMongo())("partitions in MongoDB", () => {
  let server: MongoServer;
  let service: ScratchService;
  let store: ReadStoreWriter;
  const open = () => openReadStoreWriter({ url: server.database(), generation: 1 });
  beforeAll(async () => {
    server = await startMongoServer();
    service = await openScratchService();
    store = await open();
  });
  afterAll(async () => {
    await store.close();
    await Promise.all([service.close(), server.close()]);
  });

  /** Follows these partitions to the head of the log, in batches of at most `limit` events. Returns the positions that it has reported. */
  async function followParts(into: ReadStoreWriter, partitions: readonly number[], limit: number): Promise<Position[]> {
    const head = await service.log.head();
    const held = new Map(allProjections.map(({ name }) => [name, partitions]));
    const checkpoints: Checkpoints = new Map();
    for (const part of partsHeld(allProjections, held, into.partitions)) {
      checkpoints.set(part, await into.checkpoint(part.name, part.partitions));
    }
    const stop = new AbortController();
    const reported: Position[] = [];
    const fails = (what: unknown) => {
      stop.abort();
      throw new Error(JSON.stringify(what));
    };
    const readAll = (after: Position, most: number) => service.log.readAll(after, most);
    await follow(
      checkpoints,
      {
        log: {
          follow: (from, until) => followByReading({ readAll, wake: new AnnouncedWake(50), limit }, from, until),
        },
        sealing: service.sealing,
        store: into,
        onProgress(positions) {
          reported.push(...positions.values());
          if ([...checkpoints.values()].every((position) => position >= head)) stop.abort();
        },
        onFault: fails,
        reportError: fails,
      },
      stop.signal,
    );
    return reported;
  }
  const documents = (from: ReadStoreWriter) =>
    Promise.all(allProjections.map((projection) => from.load(projection, [...keys, ...totalsKeys])));

  /** Who has each of the four partitions, and how many events each of them reads at once. */
  const shares = fc.record({
    holders: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
    limits: fc.array(fc.integer({ min: 5, max: 60 }), { minLength: 3, maxLength: 3 }),
    count: fc.integer({ min: 10, max: 60 }),
  });

  it(`hold the documents of one follower of all, whoever follows them (SEED=${seed})`, {
    timeout: rounds * 20_000,
  }, async () => {
    for (const { holders, limits, count } of fc.sample(shares, { seed, numRuns: rounds })) {
      await happen(service, count);
      const before = await store.checkpoint(allProjections[0]?.name ?? "");
      const parts = [0, 1, 2].map((holder) => holders.flatMap((of, each) => (of === holder ? [each] : [])));
      const own = parts.flatMap((each, holder) => (each.length > 0 ? [{ each, limit: limits[holder] ?? 5 }] : []));
      await Promise.all(own.map(({ each, limit }) => followParts(store, each, limit)));
      const head = await service.log.head();
      expect([before < head, await store.checkpoint(allProjections[0]?.name ?? "")]).toEqual([true, head]);
    }
    const whole = await open();
    await followParts(whole, [0, 1, 2, 3], 1000);
    expect(await documents(store)).toEqual(await documents(whole));
    expect(await store.checkpoints()).toEqual(await whole.checkpoints());
    await whole.close();
  });

  it("are reported as far as the least far of them", async () => {
    const into = await open();
    await happen(service, 20);
    const head = await service.log.head();
    expect(new Set(await followParts(into, [0, 2], 40))).toEqual(new Set([0n]));
    expect(new Set(await followParts(into, [3], 1000))).toEqual(new Set([0n]));
    const reported = await followParts(into, [1], 1000);
    expect(reported).toEqual(allProjections.map(() => head));
    await into.close();
  });
});
