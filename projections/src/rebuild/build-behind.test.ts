import { DamagedEvent, LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import { expect, it } from "vitest";
import { activity } from "../read-models/activity.ts";
import { allProjections, projectionNames } from "../read-models/all-projections.ts";
import { openRunScene } from "../testing/run-scene.ts";
import { type BuildMessage, buildBehind } from "./build-behind.ts";

const scene = openRunScene();

/** Builds everything in one pass, and returns what that reports beside its progress. Pauses take no time. */
async function build(
  instead: Partial<Parameters<typeof buildBehind>[1]> = {},
): Promise<Exclude<BuildMessage, { kind: "building" }>[]> {
  const messages: BuildMessage[] = [];
  const send = (message: BuildMessage) => void messages.push(message);
  const request = { projections: allProjections, nearby: 0n, send, signal: scene.stop.signal };
  const retries = { pause: async () => undefined };
  await buildBehind(request, { ...scene.parts, holder: "test", retries, ...instead });
  return messages.filter((message) => message.kind !== "building");
}
const states = async () =>
  (await scene.parts.builds.list()).map(({ projection, build: number, state }) => `${projection} ${number} ${state}`);
const allRunning = projectionNames.map((name) => `${name} 1 running`).toSorted();
const positions = async () => new Set((await scene.parts.store.checkpoints()).map(({ position }) => position));
const reasons = (messages: Awaited<ReturnType<typeof build>>) =>
  messages.flatMap((message) => ("reason" in message ? [message.reason] : []));

async function registerThree(): Promise<bigint> {
  for (let person = 0; person < 2; person++) await scene.register();
  return scene.register();
}

it("reads on where the log was unavailable for a while, and reports that once", async () => {
  const head = await registerThree();
  let [failures, scans] = [3, 0];
  const log = logWith(scene.service.log, {
    scan(after, limit, types) {
      if (after === 1n && failures-- > 0) return Promise.reject(new LogUnavailable("no answer"));
      if (after === 0n && limit === 1 && types.size > 0) scans++;
      return scene.service.log.scan(after, limit, types);
    },
  });
  const messages = await build({ log, batchSize: 1 });
  expect(reasons(messages)).toEqual(["build failed, will retry: LogUnavailable: no answer"]);
  expect(scans).toBe(1);
  expect([await states(), await positions()]).toEqual([allRunning, new Set([head])]);
});

it("builds again what a locked store did not take, and only that", async () => {
  const head = await registerThree();
  const { builds } = scene.parts;
  let isLocked = true;
  const locked: typeof builds = {
    ...builds,
    open(collection, number) {
      if (collection.name !== activity.name || !isLocked) return builds.open(collection, number);
      isLocked = false;
      return Promise.reject(Object.assign(new Error("database is locked"), { errcode: 5 }));
    },
  };
  const messages = await build({ builds: locked });
  expect(reasons(messages)).toEqual(["build failed, will retry: Error: database is locked"]);
  const again = allRunning.map((state) => (state.startsWith(activity.name) ? `${activity.name} 2 running` : state));
  expect([await states(), await positions()]).toEqual([again, new Set([head])]);
  const built = messages.flatMap((message) => (message.kind === "built" ? message.projections : []));
  expect(built.toSorted()).toEqual(projectionNames.toSorted());
});

it("begins again when the lease was lost to nobody", async () => {
  const head = await registerThree();
  const { leases } = scene.parts;
  const refused = Promise.withResolvers<void>();
  let taken = 0;
  const lost: typeof leases = {
    ...leases,
    async take(name, holder, ms) {
      if (++taken !== allProjections.length + 1) return leases.take(name, holder, ms);
      refused.resolve();
      return null;
    },
  };
  const log = logWith(scene.service.log, {
    async scan(...asked) {
      await refused.promise;
      // The renewal learns of it, and ends the pass.
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      return scene.service.log.scan(...asked);
    },
  });
  expect(reasons(await build({ leases: lost, log }))).toEqual([
    "build failed, will retry: LeaseLost: the lease of a rebuild was lost",
  ]);
  expect((await states()).map((state) => state.replace(/ \d+ /, " "))).toEqual(
    allRunning.map((state) => state.replace(/ \d+ /, " ")),
  );
  expect(await positions()).toEqual(new Set([head]));
});

it("leaves to the followers what stays unavailable, and says so once", async () => {
  await registerThree();
  const log = logWith(scene.service.log, { scan: () => Promise.reject(new LogUnavailable("no answer")) });
  const messages = await build({ log });
  const reason = "LogUnavailable: no answer";
  expect(reasons(messages)).toEqual([`build failed, will retry: ${reason}`, reason]);
  expect(messages.at(-1)).toMatchObject({ kind: "unbuilt", projections: projectionNames, publicReason: "see the log" });
  expect(await states()).toEqual([]);
});

it("RE-21 ends builds just before an event of a newer release, and builds them no second time", async () => {
  const before = await registerThree();
  await scene.registerUnknown();
  await scene.register();
  expect(reasons(await build())).toEqual([]);
  expect([await states(), await positions()]).toEqual([allRunning, new Set([before])]);
  expect(await build()).toEqual([]);
  expect(await states()).toEqual(allRunning);
});

it("RE-21 ends builds just before an event whose personal fields are those of a newer release", async () => {
  const before = await registerThree();
  const newer = await scene.register();
  await scene.register();
  const decrypt: typeof scene.service.sealing.decrypt = async (events) => {
    if (events.some(({ position }) => position === newer)) throw new UnreadableEvent("unknown fields");
    return scene.service.sealing.decrypt(events);
  };
  const messages = await build({ sealing: { decrypt } });
  expect(reasons(messages)).toEqual(["build failed, will retry: UnreadableEvent: unknown fields"]);
  expect(await positions()).toEqual(new Set([before]));
});

it("RE-04 keeps documents that hold more than a log that was damaged later, and says why", async () => {
  const head = await registerThree();
  await build();
  await scene.register();
  const damaged = logWith(scene.service.log, {
    scan: (after, limit, types) =>
      after < 2n && after + BigInt(limit) >= 2n
        ? Promise.reject(new DamagedEvent("the event at position 2 does not match its checksum"))
        : scene.service.log.scan(after, limit, types),
  });
  const reason = `RebuildRefused: the log ends at 1, before the ${head} that is read`;
  const projections = expect.arrayContaining([...projectionNames]);
  expect(await build({ log: damaged })).toMatchObject([{ kind: "unbuilt", projections, reason }]);
  expect([await states(), await positions()]).toEqual([allRunning, new Set([head])]);
});
