import { once } from "node:events";
import { expect, it } from "vitest";
import type { Projection } from "../read-models/projection.ts";
import { buildBehind } from "../rebuild/build-behind.ts";
import { rebuild } from "../rebuild/rebuild.ts";
import { supersededBy } from "../rebuild/versions/drop-superseded.ts";
import { followToHead } from "../testing/follow-to-head.ts";
import { namedProjection } from "../testing/named-projection.ts";
import { openRunScene } from "../testing/run-scene.ts";
import { whileLeased } from "./lease.ts";

interface Person {
  events: number;
  /** New in the second version. */
  first?: string;
}

const scene = openRunScene();
const people = (name: Projection["name"], more: Partial<Projection<Person>> = {}): Projection<Person> => ({
  name,
  group: "other",
  takes: ["UserRegistered", "UserActivated"],
  personal: "sealed",
  indexes: {},
  keys: ({ data }) => ("userId" in data ? [data.userId] : []),
  evolve: (document) => ({ ...document, events: (document?.events ?? 0) + 1 }),
  ...more,
});
const former = people("people@1");
const raised = people("people@2", {
  continues: "people@1",
  evolve: (document, { id, type }) => ({
    ...document,
    events: (document?.events ?? 0) + 1,
    ...(type === "UserRegistered" && { first: id }),
  }),
});
const ada = "11111111-1111-4111-8111-111111111111";
const times = () => ({ ...scene.parts.times, graceMs: 1 }) as NonNullable<typeof scene.parts.times>;
const states = async () =>
  (await scene.parts.builds.list()).map((one) => `${one.projection} ${one.build} ${one.state} ${one.isCarriedOver}`);
const adaIn = async (projection: Projection) => (await scene.parts.store.load(projection, [ada])).get(ada)?.document;

/** Runs the second version. `held`: what the build waits for. */
function runRaised(held: Promise<void>, more: readonly Projection[] = []) {
  const { log, sealing, store, builds, leases } = scene.parts;
  return scene.run({
    projections: [raised, ...more],
    times: times(),
    async build(request) {
      await held;
      await buildBehind(request, { log, sealing, store, builds, leases, holder: "test" });
    },
  });
}

it("RE-14 goes on with the documents of the former version while those of the new one are built, then drops both", async () => {
  await scene.register(ada);
  await followToHead({ ...scene.service, store: scene.parts.store }, [former]);
  const held = Promise.withResolvers<void>();
  const running = runRaised(held.promise);
  const position = await scene.register(ada);
  await expect.poll(() => scene.reached.get(raised.name)).toBe(position);
  expect([await adaIn(former), Object.keys((await adaIn(raised)) ?? {})]).toEqual([{ events: 1 }, ["events", "first"]]);
  expect(await states()).toEqual(["people@1 1 running false", "people@2 1 running true"]);
  held.resolve();
  await expect.poll(states).toEqual(["people@2 2 running false"]);
  const last = await scene.register(ada);
  await expect.poll(() => scene.reached.get(raised.name)).toBe(last);
  const followed = await adaIn(raised);
  expect(followed).toMatchObject({ events: 3 });
  scene.stop.abort();
  await running;
  await rebuild(raised, { ...scene.parts, holder: "test" }, new AbortController().signal);
  await scene.parts.store.checkpoint(raised.name);
  expect(await adaIn(raised)).toEqual(followed);
  expect(scene.reportedErrors).toEqual([]);
});

it("RE-14 keeps the former version while a process of the former release follows it", async () => {
  await scene.register(ada);
  const { store, leases } = scene.parts;
  await followToHead({ ...scene.service, store }, [former]);
  const [following, ending] = [Promise.withResolvers<void>(), new AbortController()];
  const work = async (signal: AbortSignal) => {
    following.resolve();
    await once(signal, "abort");
  };
  const wanted = { leases, names: [former.name], holder: "former release", times: times().lease };
  const otherProcess = whileLeased(wanted, work, ending.signal);
  await following.promise;
  const other = people("gone@1");
  await followToHead({ ...scene.service, store }, [other]);
  const running = runRaised(Promise.resolve());
  await expect.poll(states).toEqual(["people@1 1 running false", "people@2 2 running false"]);
  await scene.register(ada);
  await followToHead({ ...scene.service, store }, [former]);
  expect(await adaIn(former)).toEqual({ events: 2 });
  ending.abort();
  await otherProcess;
  await expect.poll(states, { timeout: 10_000 }).toEqual(["people@2 2 running false"]);
  scene.stop.abort();
  await running;
});

it("RE-14 follows the new version and a new projection while a process of the former release follows the rest of their group", async () => {
  await scene.register(ada);
  const { store, leases } = scene.parts;
  const [unchanged, added] = [people("towns@1"), people("streets@1")];
  await followToHead({ ...scene.service, store }, [former, unchanged]);
  const [following, ending] = [Promise.withResolvers<void>(), new AbortController()];
  const work = async (signal: AbortSignal) => {
    following.resolve();
    await once(signal, "abort");
  };
  const wanted = { leases, names: [former.name, unchanged.name], holder: "former release", times: times().lease };
  const otherProcess = whileLeased(wanted, work, ending.signal);
  await following.promise;
  const held = Promise.withResolvers<void>();
  const running = runRaised(held.promise, [unchanged, added]);
  const reachesAnother = async () => {
    const position = await scene.register(ada);
    for (const { name } of [raised, added]) await expect.poll(() => scene.reached.get(name)).toBe(position);
  };
  await reachesAnother();
  held.resolve();
  await expect.poll(states).toContain("people@2 2 running false");
  await reachesAnother();
  expect(await states()).toContain("people@1 1 running false");
  ending.abort();
  await otherProcess;
  scene.stop.abort();
  await running;
});

it("RE-14 goes on after the process died while it copied, and after it died while it built", async () => {
  await scene.register(ada);
  const { store, builds } = scene.parts;
  await followToHead({ ...scene.service, store }, [former]);
  await builds.carryOver(raised, former.name);
  await builds.begin(raised);
  const position = await scene.register(ada);
  const held = Promise.withResolvers<void>();
  const running = runRaised(held.promise);
  await expect.poll(() => scene.reached.get(raised.name)).toBe(position);
  expect(await adaIn(raised)).toMatchObject({ events: 2 });
  held.resolve();
  await expect.poll(states).toEqual(["people@2 3 running false"]);
  scene.stop.abort();
  await running;
});

it("serves nothing of a former version that the new one does not continue, until that is built", async () => {
  await scene.register(ada);
  await followToHead({ ...scene.service, store: scene.parts.store }, [former]);
  const running = scene.run({ projections: [people("people@2")], times: { ...times(), nearby: 0n } });
  await expect.poll(states).toEqual(["people@2 1 running false"]);
  scene.stop.abort();
  await running;
});

it("supersedes lower versions and what there is no projection of any more, but nothing of a newer release", () => {
  const named = (stored: string[]) =>
    supersededBy([namedProjection("users@9"), namedProjection("sessions@2")], stored).map(
      ({ name, by }) => `${name} by ${by?.name}`,
    );
  expect(named(["users@9", "sessions@2", "users@10", "sessions@11"])).toEqual([]);
  expect(named(["users@8", "users@10", "usersByName@1", "sessions@1"])).toEqual([
    "users@8 by users@9",
    "usersByName@1 by undefined",
    "sessions@1 by sessions@2",
  ]);
});
