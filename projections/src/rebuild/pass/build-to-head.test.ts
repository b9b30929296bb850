import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DamagedEvent } from "@attestory/event-store/log/event-log.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { users } from "../../read-models/users.ts";
import type { Builds } from "../../store/builds.ts";
import { openBuilds, openLeases } from "../../store/open-read-store.ts";
import { type RebuildParts, rebuild } from "../rebuild.ts";

const people = 25;
const ids = Array.from({ length: people }, () => randomUUID());
const never = new AbortController().signal;

const service = scratchServiceOfFile();
let builds: Builds;
let parts: RebuildParts & { close(): Promise<void> };

beforeAll(async () => {
  for (const userId of ids) {
    const data = { userId, email: `${userId}@example.org`, username: userId, passwordHash: "x" };
    const event = { type: "UserRegistered", data: { ...data, firstName: "Ada", lastName: null } } as const;
    await service.happened(userStream(userId), event, { person: userId });
  }
  const leases = await openLeases(service);
  builds = await openBuilds(service);
  parts = {
    log: service.log,
    sealing: service.sealing,
    builds,
    leases,
    holder: randomUUID(),
    close: async () => {
      await Promise.all([builds.close(), leases.close()]);
    },
  };
});
afterAll(async () => {
  await parts.close();
});

const states = async () => (await builds.list()).map(({ state }) => state);

it("drops the build when it is stopped", async () => {
  const stop = new AbortController();
  const stopping = { ...parts, sealing: { decrypt: (events: never) => stopped(events) } } as RebuildParts;
  const stopped = (events: never) => {
    stop.abort(new Error("stopped"));
    return service.sealing.decrypt(events);
  };
  await expect(rebuild(users, stopping, stop.signal)).rejects.toThrow("stopped");
  expect(await states()).toEqual([]);
});

it("RE-04 drops the build when an event is damaged, and keeps the active build", async () => {
  await rebuild(users, parts, never);
  const database = new DatabaseSync(join(service.dataDir, "events-1.sqlite"));
  database.exec("UPDATE events SET data = '{}' WHERE position = 20");
  database.close();
  await expect(rebuild(users, parts, never)).rejects.toBeInstanceOf(DamagedEvent);
  expect(await states()).toEqual(["running"]);
});
