import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Leases } from "../follower/lease.ts";
import type { Projection } from "../read-models/projection.ts";
import type { Builds } from "../store/builds.ts";
import { openBuilds, openLeases, openReadStore, openReadStoreWriter } from "../store/open-read-store.ts";
import type { ReadStore, ReadStoreWriter } from "../store/read-store.ts";
import { checkpointAt } from "../testing/checkpoint-at.ts";
import { followToHead } from "../testing/follow-to-head.ts";
import { type RebuildParts, RebuildRefused, rebuild, rollBack } from "./rebuild.ts";

interface Names {
  names: (string | null)[];
}

/** A user's first names, in order; indexed by the last one. */
const called = (poison?: string): Projection<Names> => ({
  name: "called@1",
  group: "other",
  takes: ["ProfileChanged"],
  personal: "opened",
  indexes: { last: { entry: ({ names }) => ({ value: names.at(-1) ?? "", order: "" }) } },
  keys: (event) => (event.type === "ProfileChanged" ? [event.data.userId] : []),
  evolve: (document, event: RecordedEvent) => {
    if (event.type !== "ProfileChanged") return document;
    if (event.data.firstName === poison) throw new RangeError("no such name");
    return { names: [...(document?.names ?? []), event.data.firstName] };
  },
});
const names = called();
const never = new AbortController().signal;

const service = scratchServiceOfFile();
let store: ReadStoreWriter;
let reading: ReadStore;
let builds: Builds;
let leases: Leases;
let parts: RebuildParts;
let person: string;
let stores = 0;

beforeEach(async () => {
  const location = { dataDir: service.dataDir, generation: ++stores };
  [store, reading] = [await openReadStoreWriter(location), await openReadStore(location)];
  [builds, leases] = [await openBuilds(location), await openLeases(location)];
  parts = { log: service.log, sealing: service.sealing, builds, leases, holder: randomUUID() };
  person = randomUUID();
});
afterEach(() => Promise.all([store, reading, builds, leases].map((side) => side.close())));

async function call(firstName: string, who = person) {
  const event = { type: "ProfileChanged", data: { userId: who, firstName, lastName: null } } as const;
  return service.happened(userStream(who), event, { person: who });
}
const states = async () => (await builds.list()).map(({ build, state }) => `${build} ${state}`);
const listed = async (value: string) => {
  const asked = { index: "last", value, direction: "ascending", limit: 10 } as const;
  return (await reading.list(names, asked)).map(({ key }) => key);
};

it("RE-13 yields the same documents and index as following step by step, and makes them active", async () => {
  await call("Ada");
  await followToHead({ ...service, store }, [names]);
  const head = await call("Grace");
  await followToHead({ ...service, store }, [names]);
  const before = await store.load(names, [person]);
  const { compared, position } = await rebuild(names, parts, never);
  expect(position).toBe(head);
  expect(compared).toMatchObject({ differing: 0, examples: [] });
  expect(compared?.documents).toBe(compared?.before);
  expect(await states()).toEqual(["2 running", "1 kept"]);
  expect(await store.checkpoint(names.name)).toBe(head);
  expect(await store.load(names, [person])).toEqual(before);
  expect(await reading.get(names, person)).toEqual({ names: ["Ada", "Grace"] });
  expect([await listed("Grace"), await listed("Ada")]).toEqual([[person], []]);
});

it("yields a build that is followed like any other", async () => {
  await call("Alan");
  await followToHead({ ...service, store }, [names]);
  await rebuild(names, parts, never);
  await call("Edsger");
  await followToHead({ ...service, store }, [names]);
  expect(await reading.get(names, person)).toEqual({ names: ["Alan", "Edsger"] });
  expect([await listed("Edsger"), await listed("Alan")]).toEqual([[person], []]);
});

it("RE-22 repairs a parked document once the projection can apply its event", async () => {
  await call("Bobby");
  await followToHead({ ...service, store }, [called("Bobby")]);
  expect(await store.parked(names.name)).toHaveLength(1);
  const { compared } = await rebuild(names, parts, never);
  expect(compared).toMatchObject({ differing: 1, examples: [person] });
  await store.checkpoint(names.name);
  expect(await store.parked(names.name)).toEqual([]);
  expect(await reading.get(names, person)).toEqual({ names: ["Bobby"] });
});

it("refuses to activate a new build that parks more documents, and drops it", async () => {
  await call("Robert");
  await followToHead({ ...service, store }, [names]);
  await expect(rebuild(called("Robert"), parts, never)).rejects.toBeInstanceOf(RebuildRefused);
  expect(await states()).toEqual(["1 running"]);
  expect(await reading.get(names, person)).toEqual({ names: ["Robert"] });
});

it("counts every parked document, however many", async () => {
  await Promise.all(Array.from({ length: 100 }, () => call("Mallory", randomUUID())));
  await call("Ada");
  await followToHead({ ...service, store }, [called("Mallory")]);
  const evolve = () => {
    throw new RangeError("no name at all");
  };
  const worse = rebuild({ ...names, evolve }, parts, never);
  await expect(worse).rejects.toThrow(
    /\d documents of called@1 would be parked, 100 are parked now: RangeError: no name at all/,
  );
  expect(await reading.get(names, person)).toEqual({ names: ["Ada"] });
});

it("keeps the active build when the one that would replace it was dropped meanwhile", async () => {
  await call("Ada");
  await followToHead({ ...service, store }, [names]);
  const { build, seal } = await builds.begin(names);
  await seal();
  const dropping = builds.switchTo(names, build, () => builds.drop(names.name, build));
  await expect(dropping).rejects.toThrow(`there is no build ${build} of ${names.name}`);
  await expect(builds.switchTo(names, 99, async () => undefined)).rejects.toThrow("there is no build 99");
  expect(await states()).toContain("1 running");
  expect(await reading.get(names, person)).toEqual({ names: ["Ada"] });
});

it("rolls back to the previous build, with every event since", async () => {
  await expect(rollBack(names, parts, never)).rejects.toBeInstanceOf(RebuildRefused);
  await call("Ada");
  await followToHead({ ...service, store }, [names]);
  await rebuild(names, parts, never);
  await call("Grace");
  await followToHead({ ...service, store }, [names]);
  await rollBack(names, parts, never);
  expect(await states()).toEqual(["2 kept", "1 running"]);
  expect(await reading.get(names, person)).toEqual({ names: ["Ada", "Grace"] });
});

it("keeps one previous build", async () => {
  await followToHead({ ...service, store }, [names]);
  for (let round = 0; round < 3; round++) await rebuild(names, parts, never);
  expect(await states()).toEqual(["4 running", "3 kept"]);
});

it("leaves the active build unchanged when it is stopped, and starts afresh after one that was killed", async () => {
  await call("Ada");
  await followToHead({ ...service, store }, [names]);
  const stop = new AbortController();
  const stopping = { ...parts, onProgress: () => stop.abort(new Error("stopped")) };
  await expect(rebuild(names, stopping, stop.signal)).rejects.toThrow("stopped");
  expect(await states()).toEqual(["1 running"]);
  const killed = await builds.begin(names);
  await killed.write([{ collection: names, documents: new Map(), checkpoint: checkpointAt(1n) }]);
  expect((await states()).sort()).toEqual(["1 running", "3 building"]);
  await rebuild(names, parts, never);
  expect((await states()).sort()).toEqual(["1 kept", "4 running"]);
});

it("RE-14 fails no read and shows no old data under concurrent writes, reads and rebuilds", async () => {
  await call("0");
  await followToHead({ ...service, store }, [names]);
  const done = new AbortController();
  let written = 0;
  const writing = (async () => {
    while (!done.signal.aborted) {
      await call(String(written + 1));
      await followToHead({ ...service, store }, [names]);
      written++;
      const expected = written;
      const shown = Number((await reading.get(names, person))?.names.at(-1));
      expect(shown).toBeGreaterThanOrEqual(expected);
    }
  })();
  for (let round = 0; round < 3 || written < 4; round++) await rebuild(names, parts, never);
  await rollBack(names, parts, never);
  done.abort();
  await writing;
  const { names: all } = (await reading.get(names, person)) as Names;
  expect(all).toEqual(all.map((_, index) => String(index)));
  expect(all.length).toBeGreaterThan(3);
});
