/** @module-tag slow */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Visitor } from "../../faults/request.ts";
import { type Answered, call, newPerson } from "../../http/client.ts";
import { expectSound } from "../expect-sound.ts";
import { type FaultyNetwork, resetConnections, startOnFaultyNetwork } from "../faulty-network.ts";
import { whyNotDistributed } from "../start-distributed.ts";
import { SteadyClients } from "../steady-clients.ts";

const full = process.env.FULL_RUN === "1";
const staleSeconds = 4;
/** How long a server is unavailable. */
const outageMs = full ? 60_000 : 6000;
const unkillable = "the server is none that a test may kill";

describe.skipIf(whyNotDistributed())("an unavailable server", { timeout: 120_000 + 4 * outageMs }, () => {
  let network: FaultyNetwork;
  let clients: SteadyClients;
  let visitor: Visitor;
  beforeAll(async () => {
    network = await startOnFaultyNetwork({ STALE_SECONDS: String(staleSeconds) });
    clients = new SteadyClients(network.stack.url, network.mail);
    visitor = await clients.newcomer();
  }, 120_000);
  afterEach(async () => {
    // No process was restarted.
    await clients.change(visitor);
    await clients.newcomer();
    expect(network.casualties()).toEqual([]);
    await expectSound(network.stack, clients, network.mail);
  });
  afterAll(() => network?.remove());

  const me = () => call(network.stack.url, "GET /api/auth/me", { token: visitor.token });
  const asked = {
    rename: () => {
      const body = { firstName: visitor.firstName, lastName: "" };
      return call(network.stack.url, "PUT /api/user/profile", { token: visitor.token, body });
    },
    signIn: () => {
      const { email, password } = visitor;
      return call(network.stack.url, "POST /api/auth/login", { body: { email, password } });
    },
    register: () => call(network.stack.url, "POST /api/auth/register", { body: newPerson() }),
  };
  const timed = async (ask: () => Promise<Answered>) => {
    const since = performance.now();
    const { status } = await ask();
    return { status, ms: performance.now() - since };
  };
  /** Sends every kind of write repeatedly until the time is up; returns the statuses and the longest wait for an answer. */
  const writeOn = async (ms: number) => {
    const statuses = new Set<number>();
    let longest = 0;
    for (const until = performance.now() + ms; performance.now() < until; await wait(200)) {
      for (const answer of await Promise.all(Object.values(asked).map(timed))) {
        statuses.add(answer.status);
        longest = Math.max(longest, answer.ms);
      }
    }
    return { statuses: [...statuses], longest };
  };

  it("RE-30 the event store: refuses commands and sign-ins within five seconds, then at once, and answers reads for a while", async () => {
    const { eventStore } = network.stack.servers;
    expect((await me()).status).toBe(200);
    await eventStore.kill();
    const since = performance.now();
    const first = Promise.all(Object.values(asked).map(timed));
    await wait(1000);
    expect((await me()).status).toBe(200);
    expect(performance.now() - since).toBeLessThan(staleSeconds * 1000);
    for (const { status, ms } of await first) expect([status, ms < 6000]).toEqual([503, true]);
    expect(await writeOn(1000)).toEqual({ statuses: [503], longest: expect.toSatisfy((ms) => ms < 1000) });
    await wait(since + (staleSeconds + 3) * 1000 - performance.now());
    expect((await me()).status).toBe(503);
    expect(await writeOn(outageMs - 5000)).toEqual({ statuses: [503], longest: expect.toSatisfy((ms) => ms < 1000) });
    network.stack.servers.eventStore = await eventStore.restart();
    expect(await clients.change(visitor)).toBeLessThan(10_000);
  });

  it("RE-30 a silent event store: refuses the first command within five seconds, later ones at once", async () => {
    network.eventStore.pause();
    const first = await Promise.all(Object.values(asked).map(timed));
    for (const { status, ms } of first) expect([status, ms < 6000]).toEqual([503, true]);
    expect(await writeOn(1500)).toEqual({ statuses: [503], longest: expect.toSatisfy((ms) => ms < 1000) });
    resetConnections(network.eventStore);
    expect(await clients.change(visitor)).toBeLessThan(15_000);
  });

  it.for([
    ["refuses connections", () => network.eventStore.refuse(), () => network.eventStore.accept()],
    ["is silent", () => network.eventStore.pause(), () => network.eventStore.resume()],
  ] as const)(
    "RE-58 the event store, which %s for 2.5 s as in an election: answers every request, only later",
    async ([, go, back]) => {
      await clients.change(visitor);
      await go();
      const answers = Promise.all([...Object.values(asked), me].map(timed));
      await wait(2500);
      await back();
      expect((await answers).map(({ status }) => status)).toEqual([200, 200, 201, 200]);
    },
  );

  it.for([
    ["killed", () => network.stack.servers.mongo.process?.kill(), () => network.stack.servers.mongo.process?.start()],
    ["silent", () => network.mongo.pause(), () => resetConnections(network.mongo)],
  ] as const)(
    "RE-31 MongoDB, %s: answers 503 in time where it is needed, and applies acknowledged events afterwards",
    async ([how, go, back], { skip }) => {
      if (how === "killed" && !network.stack.servers.mongo.process) return skip(unkillable);
      await go();
      const statuses = [];
      for (const until = performance.now() + 5000; performance.now() < until; await wait(100)) {
        const answers = [await timed(asked.rename), await timed(me)];
        for (const { status, ms } of answers) expect([[200, 503].includes(status), ms < 5000]).toEqual([true, true]);
        statuses.push(...answers.map(({ status }) => status));
      }
      expect(statuses.slice(-1)).toEqual([503]);
      await back();
      expect(await clients.change(visitor)).toBeLessThan(15_000);
    },
  );

  it("RE-32 Redis: every request works, and emails arrive once it is back", async ({ skip }) => {
    const { process: server } = network.stack.servers.redis;
    if (!server) return skip(unkillable);
    await server.kill();
    const person = newPerson();
    const received = () => network.mail.received.filter(({ to }) => to.includes(person.email)).length;
    expect((await call(network.stack.url, "POST /api/auth/register", { body: person })).status).toBe(201);
    expect((await asked.signIn()).status).toBe(200);
    expect(await clients.change(visitor)).toBeLessThan(5000);
    const [worker] = network.stack.of("mail");
    const health = await (await fetch(`${worker?.url}/health/ready`)).json();
    expect(health).toEqual({ status: "degraded", reasons: { queue: "cannot be reached" } });
    await wait(1000);
    expect(received()).toBe(0);
    await server.start();
    await expect.poll(received, { timeout: 30_000 }).toBe(1);
  });
});
