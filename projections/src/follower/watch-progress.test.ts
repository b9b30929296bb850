import { randomUUID } from "node:crypto";
import { type Position, userStream } from "@attestory/events/envelope.ts";
import { LogUnavailable } from "@attestory/events/log/event-log.ts";
import { openScratchService, type ScratchService } from "@attestory/events/testing/scratch-service.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openReadStoreWriter } from "../store/open-read-store.ts";
import { ReadStoreUnavailable, type ReadStoreWriter } from "../store/read-store.ts";
import { users } from "../users.ts";
import { type WatchedProgress, watchProgress } from "./watch-progress.ts";

let service: ScratchService;
let store: ReadStoreWriter;
let watched: WatchedProgress;
/** What a cut line to the log or the store would do. */
let cut: { log: boolean; store: boolean };
const names = [users.name];

const watch = (staleSeconds: number) => {
  watched = watchProgress({
    log: { head: async () => (cut.log ? Promise.reject(new LogUnavailable("cut")) : service.log.head()) },
    store: {
      checkpoint: async (name) =>
        cut.store ? Promise.reject(new ReadStoreUnavailable("cut")) : store.checkpoint(name),
    },
    ...{ names, staleSeconds, onTrouble: () => {} },
  });
  return watched;
};

beforeEach(async () => {
  service = await openScratchService();
  store = await openReadStoreWriter(service);
  cut = { log: false, store: false };
});
afterEach(async () => {
  await watched.close();
  await store.close();
  await service.close();
});

const happen = async (): Promise<Position> => {
  const userId = randomUUID();
  return service.happened(userStream(userId), { type: "EmailVerified", data: { userId } });
};
/** As a follower in another process would leave it. */
const folded = (checkpoint: Position) => store.write([{ collection: users, documents: new Map(), checkpoint }]);

it("notices what another process has folded, and at once when it hears of it", async () => {
  const progress = watch(60);
  await expect.poll(() => progress.lagSeconds(names)).toBeLessThan(2);
  const position = await happen();
  expect(progress.position(names)).toBeLessThan(position);
  await folded(position);
  expect(await progress.reached(names, position, 2000)).toBe(true);

  const next = await happen();
  const waiting = progress.reached(names, next, 2000);
  await folded(next);
  const heardAt = performance.now();
  progress.heard();
  expect(await waiting).toBe(true);
  expect(performance.now() - heardAt).toBeLessThan(200);
});

it("RE-30 goes on believing what it read while the log is away, for so long and no longer", async () => {
  const progress = watch(4);
  await expect.poll(() => progress.lagSeconds(names)).toBeLessThan(0.6);
  cut.log = true;
  await new Promise((resolve) => setTimeout(resolve, 700));
  // It may still have to notice. Unbelieved, the lag would only grow from here.
  await expect.poll(() => progress.lagSeconds(names), { timeout: 2000 }).toBeLessThan(0.7);
  await expect.poll(() => progress.lagSeconds(names), { timeout: 10_000 }).toBeGreaterThan(1);
  cut.log = false;
  await expect.poll(() => progress.lagSeconds(names)).toBeLessThan(0.6);
});

it("is not fooled by a log that comes back with more than was folded", async () => {
  const progress = watch(60);
  await expect.poll(() => progress.lagSeconds(names)).toBeLessThan(0.6);
  cut.log = true;
  await happen();
  await new Promise((resolve) => setTimeout(resolve, 600));
  cut.log = false;
  await expect.poll(() => progress.lagSeconds(names), { timeout: 3000 }).toBeGreaterThan(1);
});

it("RE-31 believes nothing for long that it cannot ask the store for", async () => {
  const progress = watch(60);
  await expect.poll(() => progress.lagSeconds(names)).toBeLessThan(0.6);
  cut.store = true;
  await expect.poll(() => progress.lagSeconds(names), { timeout: 3000 }).toBeGreaterThan(1);
});
