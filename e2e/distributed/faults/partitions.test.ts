import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { totalsKeys } from "@attestory/projections/read-models/totals.ts";
import { openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import type { ReadStoreWriter } from "@attestory/projections/store/read-store.ts";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seed } from "../../faults/rounds.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../../stand-ins/mongo-server.ts";
import { extent } from "../extent.ts";
import { type FollowerProcess, happen, keys, startFollower } from "../followers.ts";
import { wrongDocuments } from "../wrong-documents.ts";

const rounds = extent({ few: 2, usual: 3, full: 100 });
const dieAtStep = new URL("../../faults/die-at-step.ts", import.meta.url).href;
const patience = { timeout: 30_000, interval: 100 };

describe.skipIf(whyNoMongo())("processes that share the partitions of projections", () => {
  let server: MongoServer;
  let service: ScratchService;
  let url: string;
  let store: ReadStoreWriter;
  let followers: FollowerProcess[];
  beforeAll(async () => {
    server = await startMongoServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    service = await openScratchService();
    url = server.database();
    store = await openReadStoreWriter({ url, generation: 1 });
    followers = [];
  });
  afterEach(async () => {
    await Promise.all(followers.map((follower) => follower.kill()));
    await Promise.all([store.close(), service.close()]);
  });

  const starts = (env: Record<string, string> = {}) => {
    const follower = startFollower(service, url, { leased: true, env });
    followers.push(follower);
    return follower;
  };
  /** Also the counts: an event that was applied twice shows in them. */
  const wrong = () => wrongDocuments(service, store, [...keys, ...totalsKeys]);
  const isAtHead = async () => {
    const head = await service.log.head();
    const checkpoints = await Promise.all(allProjections.map(({ name }) => store.checkpoint(name)));
    return checkpoints.every((checkpoint) => checkpoint === head);
  };
  const catchUp = () => expect.poll(isAtHead, patience).toBe(true);

  /** How a process that has a share dies: at a step that it reaches for the `hit`-th time. */
  const death = fc.record({
    step: fc.constantFrom("batch folded", "documents written", "documents kept"),
    projection: fc.constantFrom(...allProjections.map(({ name }) => name)),
    count: fc.integer({ min: 20, max: 60 }),
  });

  it(`RE-10 lose and double nothing when one is added and killed during a batch (SEED=${seed})`, {
    timeout: rounds * 60_000,
  }, async () => {
    const first = starts();
    await first.says("leads all", 20_000);
    const file = join(service.dataDir, "die-at");
    for (const [round, one] of fc.sample(death, { seed, numRuns: rounds }).entries()) {
      const where = `SEED=${seed}, round ${round + 1}: ${JSON.stringify(one)}`;
      writeFileSync(file, "");
      const before = first.said().length;
      const added = starts({ NODE_OPTIONS: `--import=${dieAtStep}`, DIE_AT: file });
      await added.leadsSome(20_000);
      await expect.poll(() => first.said().slice(before), patience).toMatch(/^leads \d/m);
      await happen(service, one.count);
      await catchUp();
      expect(await wrong(), where).toEqual([]);
      writeFileSync(file, `1 ${one.step}: ${one.projection}`);
      // Every event is in a batch of each process, so that every step but that of written documents is reached.
      await happen(service, one.count);
      await added.died(3000);
      expect(await added.kill(), `${where}\n${added.said()}`).toBe("SIGKILL");
      await happen(service, one.count);
      await catchUp();
      expect(await wrong(), where).toEqual([]);
    }
  });
});
