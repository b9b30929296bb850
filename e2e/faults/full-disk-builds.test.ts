import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { ProjectionStatus } from "@attestory/projections/follower/projection-status.ts";
import { runProjections } from "@attestory/projections/follower/run-projections.ts";
import { activity } from "@attestory/projections/read-models/activity.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import { rebuildTogether } from "@attestory/projections/rebuild/rebuild.ts";
import {
  openBuilds,
  openLeases,
  openReadStore,
  openReadStoreWriter,
} from "@attestory/projections/store/open-read-store.ts";
import { followToHead } from "@attestory/projections/testing/follow-to-head.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { failures, openFolder } from "./disks.ts";

const canFill = failures.some(({ name, possible }) => possible && name.includes("ENOSPC"));
const projections = [users, activity];
const ids = Array.from({ length: 300 }, () => randomUUID());
/** A disk of twelve megabytes for read models; the log is elsewhere. */
const disk = openFolder();
let service: ScratchService;
let stores: Awaited<ReturnType<typeof openAll>>;

async function openAll() {
  const location = { dataDir: disk.dataDir, generation: 1 };
  const [store, leases, builds] = [
    await openReadStoreWriter(location),
    await openLeases(location),
    // As the service does: an error crosses threads with its code.
    await openBuilds(location, { inThread: true }),
  ];
  const reading = await openReadStore(location);
  const close = () => Promise.all([store.close(), leases.close(), builds.close(), reading.close()]);
  return { store, leases, builds, reading, close };
}
/** A registration with some 3 kB of text that `users` keeps. */
function register(userId: string) {
  const data = { userId, email: `${userId}@example.org`, username: userId, passwordHash: "x", lastName: null };
  const event = { type: "UserRegistered", data: { ...data, firstName: "Ada ".repeat(700) } } as const;
  return service.happened(userStream(userId), event, { person: userId });
}
beforeAll(async () => {
  service = await openScratchService();
  for (const id of ids) await register(id);
  stores = await openAll();
  await followToHead({ ...service, store: stores.store }, projections);
});
afterAll(async () => {
  await stores.close();
  await service.close();
  disk.remove();
});

const ballast = () => join(disk.dataDir, "ballast");
/** Leaves this many bytes of the disk. */
function leave(bytes: number): void {
  const { bavail, bsize } = statfsSync(disk.dataDir);
  writeFileSync(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}
const parts = () => ({ ...service, ...stores, holder: "test" });
const files = () =>
  readdirSync(disk.dataDir)
    .filter((name) => /@.*\.sqlite$/.test(name))
    .toSorted();
const states = async () =>
  (await stores.builds.list()).map(({ projection, build, state }) => `${projection} ${build} ${state}`);

/** On a full disk, not even the entry of a removed build can be removed: the next build does that. */
const active = async () => (await states()).filter((state) => state.endsWith("running"));

it.skipIf(!canFill)(
  "RE-54 a rebuild that fills the disk says so and leaves nothing; the active builds are read",
  async () => {
    const before = [await active(), files()];
    for (const free of [0, 40_000, 200_000, 500_000, 900_000]) {
      leave(free);
      const failed = rebuildTogether(projections, { ...parts(), mostHeld: 100 }, new AbortController().signal);
      const reasons = failed.then(
        (all) => all.map(({ error }) => String(error)),
        (error) => [`${error} ${error.cause}`],
      );
      expect((await reasons).join(), String(free)).toMatch(/database or disk is full/);
      expect(await stores.reading.get(users, ids[7] ?? "")).toMatchObject({ id: ids[7] });
      expect([await active(), files()], String(free)).toEqual(before);
      rmSync(ballast());
    }
    expect(await rebuildTogether(projections, parts(), new AbortController().signal)).toEqual([]);
    expect((await states()).filter((state) => state.endsWith("building"))).toEqual([]);
    expect(files()).toHaveLength(2 * projections.length);
  },
);

/** Runs the projections as a process does, what is behind being built, until `stop`. */
function run() {
  const [stop, logged] = [new AbortController(), [] as string[]];
  const note = (fields: object, message: string) => void logged.push(`${message}: ${Object(fields).reason ?? ""}`);
  const status = new ProjectionStatus({ info: note, warn: note, error: note }, projections);
  const times = { heartbeatMs: 20, lease: { leaseMs: 3000, renewEveryMs: 50 }, asideMs: 600_000, nearby: 10n };
  const running = runProjections({ ...parts(), projections, times }, (message) => status.receive(message), stop.signal);
  return {
    status,
    logged,
    async stop() {
      stop.abort();
      await running;
    },
  };
}

it.skipIf(!canFill)(
  "RE-54 a build at the start that fills the disk gives its reason; the next start builds",
  async () => {
    for (let person = 0; person < ids.length; person++) await register(randomUUID());
    const head = await service.log.head();
    // As after a restart. What has to be written when the former builds are closed is written.
    await stores.close();
    stores = await openAll();
    for (const { name } of projections) await stores.store.checkpoint(name);
    leave(500_000);
    const first = run();
    await expect
      .poll(() => first.logged)
      .toContainEqual(expect.stringMatching(/^read models not built: .*disk is full/));
    await expect.poll(() => first.status.readiness()).toMatch(/, not built: the disk is full$/);
    await expect.poll(() => first.status.othersReason()).toMatch(/^activity@\d .*, not built: the disk is full$/);
    expect(await stores.reading.get(users, ids[7] ?? "")).toMatchObject({ id: ids[7] });
    await first.stop();
    rmSync(ballast());
    const second = run();
    await expect.poll(() => second.status.readiness()).toBeNull();
    await expect.poll(() => second.status.othersReason()).toBeNull();
    expect(second.status.progress.position([users.name, activity.name])).toBe(head);
    await second.stop();
    expect((await states()).filter((state) => state.endsWith("building"))).toEqual([]);
  },
);
