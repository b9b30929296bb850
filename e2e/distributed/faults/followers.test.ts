import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import { openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import type { ReadStoreWriter } from "@attestory/projections/store/read-store.ts";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seed } from "../../faults/rounds.ts";
import { foldingSteps } from "../../faults/steps-to-die-at.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../../stand-ins/mongo-server.ts";
import { extent } from "../extent.ts";
import { type FollowerProcess, happen, keys, startFollower } from "../followers.ts";
import { wrongDocuments } from "../wrong-documents.ts";

const rounds = extent({ few: 8, usual: 8, full: 300 });
const serverKills = extent({ few: 1, usual: 3, full: 3 });
const dieAtStep = new URL("../../faults/die-at-step.ts", import.meta.url).href;
const signalAtStep = new URL("../signal-at-step.ts", import.meta.url).href;

describe.skipIf(whyNoMongo())("followers that write to MongoDB", () => {
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

  const starts = (
    ...how: Parameters<typeof startFollower> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => {
    const follower = startFollower(service, url, ...how);
    followers.push(follower);
    return follower;
  };
  const wrong = () => wrongDocuments(service, store, keys);
  const isAtHead = async () => {
    const head = await service.log.head();
    const checkpoints = await Promise.all(allProjections.map(({ name }) => store.checkpoint(name)));
    return checkpoints.every((checkpoint) => checkpoint === head);
  };
  const patience = { timeout: 30_000, interval: 100 };

  /** Dies at a step when it reaches it for the `hit`-th time, or `ms` milliseconds after it has begun. */
  const death = fc.record({
    step: fc.option(fc.constantFrom(...foldingSteps), { freq: 2 }),
    hit: fc.integer({ min: 1, max: 3 }),
    ms: fc.nat(300),
    count: fc.integer({ min: 20, max: 60 }),
  });

  type Death = typeof death extends fc.Arbitrary<infer One> ? One : never;

  /** Every batch reaches these steps, so that it dies whatever is drawn. */
  const certain: fc.Arbitrary<Death> = fc
    .tuple(death, fc.constantFrom(...allProjections))
    .map(([one, { name }]) => ({ ...one, step: `batch folded: ${name}`, hit: 1 }));

  /** Returns whether it died at the step; the documents are checked either way. */
  async function expectSoundAfterDeath({ step, hit, ms, count }: Death, where: string): Promise<boolean> {
    const file = join(service.dataDir, "die-at");
    await happen(service, count);
    writeFileSync(file, step ? `${hit} ${step}` : "");
    const follower = starts({ env: { NODE_OPTIONS: `--import=${dieAtStep}`, DIE_AT: file } });
    await follower.says("begun", 20_000);
    const happening = happen(service, count);
    await follower.died(step ? 3000 : ms);
    expect(await follower.kill(), `${where}\n${follower.said()}`).toBe("SIGKILL");
    await happening;
    expect(await wrong(), where).toEqual([]);
    return follower.said().includes("died at");
  }

  it(`RE-10 write the documents that the log gives, although they are killed during batches (SEED=${seed})`, {
    timeout: rounds * 30_000,
  }, async () => {
    const drawn = fc.sample(fc.tuple(certain, death), { seed, numRuns: rounds / 2 });
    for (const [round, [sure, one]] of drawn.entries()) {
      const where = `SEED=${seed}, round ${round + 1}: ${JSON.stringify([sure, one])}`;
      expect(await expectSoundAfterDeath(sure, where), where).toBe(true);
      await expectSoundAfterDeath(one, where);
    }
    starts();
    await expect.poll(isAtHead, patience).toBe(true);
    expect(await wrong()).toEqual([]);
  });

  it("RE-11 keep documents correct and checkpoints rising when two run at once", {
    timeout: 120_000,
  }, async () => {
    const both = [starts(), starts()];
    await Promise.all(both.map((follower) => follower.says("begun", 20_000)));
    let highest = 0n;
    for (let round = 0; round < 20; round++) {
      await happen(service, 15);
      const checkpoint = await store.checkpoint(users.name);
      expect(checkpoint).toBeGreaterThanOrEqual(highest);
      highest = checkpoint;
    }
    await expect.poll(isAtHead, patience).toBe(true);
    expect(await wrong()).toEqual([]);
    for (const follower of both) await expect.poll(() => follower.said()).toMatch(new RegExp(`${users.name},[1-9]`));
  });

  it("RE-11 write nothing old when a stopped process resumes during a batch whose partitions another one has taken", {
    timeout: 120_000,
  }, async () => {
    const file = join(service.dataDir, "signal-at");
    const env = { NODE_OPTIONS: `--import=${signalAtStep}`, SIGNAL_AT: file };
    const first = starts({ leased: true, env });
    await first.says("leads all", 20_000);
    const second = starts({ leased: true });
    for (const each of [first, second]) await each.leadsSome(20_000);
    // The batch is projected but not written.
    const shared = second.said().length;
    writeFileSync(file, `SIGSTOP batch folded: ${users.name}`);
    await happen(service, 60);
    await first.says("signalled", 20_000);
    await expect.poll(() => second.said().slice(shared), patience).toContain("leads all");
    await happen(service, 60);
    await expect.poll(isAtHead, patience).toBe(true);
    const before = await Promise.all(allProjections.map((projection) => store.load(projection, keys)));
    first.signal("SIGCONT");
    await first.says("follows", 20_000);
    expect(await isAtHead()).toBe(true);
    expect(await Promise.all(allProjections.map((projection) => store.load(projection, keys)))).toEqual(before);
    expect(await wrong()).toEqual([]);
  });

  it("RE-31 resume by themselves after the server is killed, and keep every acknowledged write", {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!server.process) return skip("the server is none that a test may kill");
    const follower = starts();
    await follower.says("begun", 20_000);
    for (let round = 0; round < serverKills; round++) {
      await happen(service, 40);
      await server.process.kill();
      await happen(service, 40);
      await server.process.start();
      const there = expect
        .poll(() => isAtHead().catch(({ cause }) => `${cause}`), { timeout: 60_000, interval: 100 })
        .toBe(true);
      await there.catch((cause) => {
        throw new Error(follower.said(), { cause });
      });
      expect(await wrong()).toEqual([]);
    }
  });
});
