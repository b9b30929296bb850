import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { LogReplaced } from "@attestory/event-store/log/replaced-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { allProjections } from "./read-models/all-projections.ts";
import { users } from "./read-models/users.ts";
import { type ProjectionParts, runProjections } from "./run-projections.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "./store/open-read-store.ts";
import { followToHead } from "./testing/follow-to-head.ts";

const [watched] = allProjections;
let service: ScratchService;
let parts: ProjectionParts;
let stop: AbortController;
let positions: Position[];
let reportedErrors: string[];
let statuses: string[];
beforeEach(async () => {
  service = await openScratchService();
  const stores = {
    store: await openReadStoreWriter(service),
    leases: await openLeases(service),
    builds: await openBuilds(service),
  };
  const times = { heartbeatMs: 5, lease: { leaseMs: 3000, renewEveryMs: 20 }, asideMs: 600_000 };
  parts = { ...stores, log: service.log, sealing: service.sealing, times };
  stop = new AbortController();
  positions = [];
  reportedErrors = [];
  statuses = [];
});
afterEach(async () => {
  await Promise.all([parts.store.close(), parts.leases.close(), parts.builds.close()]);
  await service.close();
});

const run = (instead: Partial<ProjectionParts>) =>
  runProjections(
    { ...parts, ...instead },
    (message) => {
      if (message.kind === "progress") positions.push(message.report.positions.get(watched?.name ?? "") ?? 0n);
      if (message.kind === "fault") statuses.push(`${message.fault.projection} stopped`);
      if (message.kind === "started") statuses.push(...message.projections.map((name) => `${name} started`));
      if (message.kind === "error") reportedErrors.push(message.reason);
    },
    stop.signal,
  );

const register = (userId = randomUUID()) => {
  const names = { firstName: null, lastName: null };
  const data = { userId, email: "ada@example.org", username: "ada", passwordHash: "x", ...names };
  return service.happened(userStream(userId), { type: "UserRegistered", data }, { person: userId });
};

it("B2 does not start on a log that has another event where a read model was folded up to", async () => {
  await register();
  const checkpoint = { position: await register(), eventId: randomUUID() };
  await register();
  await parts.store.write([{ collection: users, documents: new Map(), checkpoint }]);
  await expect(run({})).rejects.toBeInstanceOf(LogReplaced);
});

it("B2 ends when the log is replaced while it runs", async () => {
  const position = await register();
  let isReplaced = false;
  const eventAt: EventLog["eventAt"] = async (at) => (isReplaced ? null : service.log.eventAt(at));
  const times = { heartbeatMs: 5, lease: { leaseMs: 3000, renewEveryMs: 20 }, asideMs: 600_000, compareMs: 5 };
  const running = run({ log: logWith(service.log, { eventAt }), times });
  await expect.poll(() => positions.at(-1)).toBe(position);
  isReplaced = true;
  await expect(running).rejects.toBeInstanceOf(LogReplaced);
  stop.abort();
});

it("reads the head of the log once at a time, however long it takes, and not after it has ended", async () => {
  let [asking, most, asked] = [0, 0, 0];
  const head = async () => {
    asked++;
    most = Math.max(most, ++asking);
    // `runProjections` waits for the first answer anyway. The others take as long as many heartbeats.
    if (asked > 2) await wait(50);
    asking--;
    return service.log.head();
  };
  const running = run({ log: logWith(service.log, { head }) });
  await expect.poll(() => asked).toBeGreaterThanOrEqual(4);
  stop.abort();
  await running;
  expect([most, asking, reportedErrors]).toEqual([1, 0, []]);
});

it("reports its own newer progress, not an older reading that arrives late", async () => {
  const registered = await register();
  const [looked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const checkpoint = async (name: string) => {
    const position = await parts.store.checkpoint(name);
    // The first call reads where to start, the second how far other processes are.
    if (name !== watched?.name || ++asked !== 2) return position;
    looked.resolve();
    await late.promise;
    return position;
  };
  const take: typeof parts.leases.take = async (...lease) => {
    await looked.promise;
    return parts.leases.take(...lease);
  };
  const running = run({ store: { ...parts.store, checkpoint }, leases: { ...parts.leases, take } });
  await expect.poll(() => positions.at(-1)).toBe(registered);
  const before = positions.length;
  late.resolve();
  await expect.poll(() => positions.length).toBeGreaterThan(before + 1);
  stop.abort();
  await running;
  expect(positions.slice(before)).not.toContain(0n);
});

it("RE-21 reports a stopped projection, and that it runs again once another process continues it", async () => {
  await register();
  const follow = () => {
    throw new UnreadableEvent("PasskeyAdded: no such type");
  };
  const running = run({ log: logWith(service.log, { follow }) });
  await expect.poll(() => statuses).toContain(`${watched?.name} stopped`);
  await followToHead({ ...service, store: parts.store }, allProjections);
  await expect.poll(() => statuses.at(-1)).toMatch(/ started$/);
  expect(statuses.slice(statuses.indexOf(`${watched?.name} stopped`))).toContain(`${watched?.name} started`);
  stop.abort();
  await running;
});
