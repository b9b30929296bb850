import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DamagedEvent } from "@attestory/event-store/log/event-log.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { users } from "../read-models/users.ts";
import type { Builds } from "../store/builds.ts";
import { openBuilds, openLeases } from "../store/open-read-store.ts";
import { type RebuildParts, rebuild } from "./rebuild.ts";

const people = 25;
const ids = Array.from({ length: people }, () => randomUUID());
const never = new AbortController().signal;

let service: ScratchService;
let builds: Builds;
let parts: RebuildParts & { close(): Promise<void> };

beforeAll(async () => {
  service = await openScratchService();
  for (const userId of ids) {
    const data = { userId, email: `${userId}@example.org`, username: userId, passwordHash: "x" };
    const event = { type: "UserRegistered", data: { ...data, firstName: "Ada", lastName: null } } as const;
    await service.happened(userStream(userId), event, { person: userId });
  }
  const leases = await openLeases(service);
  builds = await openBuilds(service);
  parts = {
    sealing: service.sealing,
    builds,
    leases,
    holder: randomUUID(),
    scanAhead: scanAhead(service),
    // Pretends that the log is long, so that it is read ahead in another thread.
    log: logWith(service.log, { head: async () => 1_000_000n }),
    close: async () => {
      await Promise.all([builds.close(), leases.close()]);
    },
  };
});
afterAll(async () => {
  await parts.close();
  await service.close();
});

const states = async () => (await builds.list()).map(({ state }) => state);

const refuses = async () => {
  throw new Error("not to be read here");
};
const readHere = () => logWith(parts.log as ScratchService["log"], { scan: refuses });

it("reads a long log ahead in a thread, and a short one itself", async () => {
  const build = await builds.begin(users);
  const ahead = { ...parts, log: readHere() };
  expect(await buildToHead({ projection: users, build, from: 0n }, ahead, never)).toBe(BigInt(people));
  const short = { ...ahead, log: logWith(service.log, { scan: refuses }) };
  await expect(buildToHead({ projection: users, build, from: 0n }, short, never)).rejects.toThrow(
    "not to be read here",
  );
  await build.drop();
});

it("leaves no build behind when it is stopped while reading ahead", async () => {
  const stop = new AbortController();
  const stopping = { ...parts, sealing: { decrypt: (events: never) => stopped(events) } } as RebuildParts;
  const stopped = (events: never) => {
    stop.abort(new Error("stopped"));
    return service.sealing.decrypt(events);
  };
  await expect(rebuild(users, stopping, stop.signal)).rejects.toThrow("stopped");
  expect(await states()).toEqual([]);
});

it("RE-13 yields the same documents when the log is read ahead", async () => {
  expect(await rebuild(users, parts, never)).toMatchObject({ position: BigInt(people), compared: null });
  const here = { ...parts, log: service.log };
  const { compared } = await rebuild(users, here, never);
  expect(compared).toEqual({ documents: people, before: people, differing: 0, examples: [] });
  const store = await openReadStore(service);
  const read = await store.getMany(users, ids);
  expect(ids.map((id) => read.get(id)?.email)).toEqual(ids.map((id) => `${id}@example.org`));
  await store.close();
});

it("RE-04 fails on a damaged event that is found while reading ahead, and leaves no build behind", async () => {
  const database = new DatabaseSync(join(service.dataDir, "events-1.sqlite"));
  database.exec("UPDATE events SET data = '{}' WHERE position = 20");
  database.close();
  await expect(rebuild(users, { ...parts, log: readHere() }, never)).rejects.toBeInstanceOf(DamagedEvent);
  expect(await states()).toEqual(["running", "kept"]);
});
