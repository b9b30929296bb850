import { randomUUID } from "node:crypto";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import { type BuildMessage, buildBehind } from "@attestory/projections/rebuild/build-behind.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { ReadStoreUnavailable } from "@attestory/projections/store/read-store.ts";
import { followToHead } from "@attestory/projections/testing/follow-to-head.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";

const some: readonly Projection[] = [users as Projection, sessions as Projection];
const people = Array.from({ length: 12 }, () => randomUUID());

describe.skipIf(whyNoMongo())("what is far behind, in MongoDB", () => {
  let server: MongoServer;
  let service: ScratchService;
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    server = await startMongoServer();
    service = await openScratchService();
    for (const userId of people) {
      const data = { userId, email: `${userId}@example.org`, username: userId, passwordHash: "x" };
      const registered = { type: "UserRegistered", data: { ...data, firstName: "Ada", lastName: null } } as const;
      await service.happened(userStream(userId), registered, { person: userId });
      const changed = { type: "ProfileChanged", data: { userId, firstName: "Grace", lastName: null } } as const;
      await service.happened(userStream(userId), changed, { person: userId });
    }
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  async function open(location: { url: string; generation: number }) {
    const parts = {
      store: await openReadStoreWriter(location),
      builds: await openBuilds(location),
      leases: await openLeases(location),
    };
    opened.push(...Object.values(parts));
    return { ...parts, log: service.log, sealing: service.sealing, holder: randomUUID(), batchSize: 5, mostHeld: 3 };
  }

  /** Two processes build all in a new database. Returns what they reported, too. */
  async function buildByTwo() {
    const location = { url: server.database(), generation: 1 };
    const [one, other] = [await open(location), await open(location)];
    const reasons: string[] = [];
    const send = (message: BuildMessage) => void ("reason" in message && reasons.push(message.reason));
    const request = { projections: allProjections, nearby: 0n, send, signal: new AbortController().signal };
    await Promise.all([one, other].map((parts) => buildBehind(request, parts)));
    return { builds: one.builds, log: reasons.join("\n") };
  }

  it("RE-16 is built once by two processes that start at once, with the documents of a follower", async () => {
    let built = await buildByTwo();
    // Where MongoDB or this machine stands still, the service says what it could not finish, and builds it again by the next number.
    for (let again = 0; again < 2 && built.log !== ""; again++) built = await buildByTwo();
    const { store, builds } = await open({ url: server.database(), generation: 1 });
    await followToHead({ ...service, store }, allProjections);
    const states = (await built.builds.list()).map(({ projection, build, state }) => [projection, build, state]);
    expect(states, built.log).toEqual(allProjections.map(({ name }) => [name, 1, "running"]).toSorted());
    for (const projection of allProjections) {
      const pages = [built.builds, builds].map(async (of) => (await of.open(projection, 1))?.page("", 1000));
      const [asBuilt, asFollowed] = await Promise.all(pages);
      expect(asBuilt, projection.name).toEqual(asFollowed);
    }
  });

  type Parts = Awaited<ReturnType<typeof open>>;
  /** Builds some, and returns the reasons of failures: those after which it was tried again, and the last ones. */
  async function reasonsOf(parts: Parts): Promise<string[]> {
    const reasons: string[] = [];
    const send = (message: BuildMessage) => void ("reason" in message && reasons.push(message.reason));
    const request = { projections: some, nearby: 0n, send, signal: new AbortController().signal };
    await buildBehind(request, { ...parts, retries: { pause: async () => undefined } });
    return reasons;
  }
  const statesIn = async ({ builds }: Parts) =>
    (await builds.list()).map(({ projection, build, state }) => `${projection} ${build} ${state}`);
  const onceEach = some.map(({ name }) => `${name} 1 running`).toSorted();

  it("RE-16 leaves builds to the process that took them over while this one stood still, before it knows that its lease is lost", async () => {
    const location = { url: server.database(), generation: 1 };
    const [still, other] = [await open(location), await open(location)];
    // Its lease has expired, which it learns later.
    const leases = await openLeases({ url: server.database(), generation: 1 });
    opened.push(leases);
    let isStill = true;
    const builds: Parts["builds"] = {
      ...still.builds,
      async begin(collection, continuing) {
        const build = await still.builds.begin(collection, continuing);
        const write: typeof build.write = async (changes) => {
          const stands = isStill;
          isStill = false;
          if (stands) expect(await reasonsOf(other)).toEqual([]);
          await build.write(changes);
        };
        return { ...build, write };
      },
    };
    const reasons = await reasonsOf({ ...still, builds, leases });
    expect(reasons).toEqual([expect.stringMatching(/^build failed, will retry: BuildLost/)]);
    expect((await statesIn(still)).map((state) => state.replace(/ \d+ /, " "))).toEqual(
      onceEach.map((state) => state.replace(/ 1 /, " ")),
    );
  });

  it("switches to a finished build in the next pass if the server did not answer, and does not build it again", async () => {
    const parts = await open({ url: server.database(), generation: 1 });
    let isSilent = true;
    const builds: Parts["builds"] = {
      ...parts.builds,
      async switchTo(collection, build, caughtUp) {
        const fails = isSilent && collection.name === users.name;
        if (!fails) return parts.builds.switchTo(collection, build, caughtUp);
        isSilent = false;
        throw new ReadStoreUnavailable("no answer");
      },
    };
    expect(await reasonsOf({ ...parts, builds })).toEqual([
      "build failed, will retry: ReadStoreUnavailable: no answer",
    ]);
    expect(await statesIn(parts)).toEqual(onceEach);
  });
});
