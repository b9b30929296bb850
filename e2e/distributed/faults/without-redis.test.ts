import { setTimeout as wait } from "node:timers/promises";
import { openCommandApi } from "@attestory/command-api/command-api.ts";
import { startCommandWorkers } from "@attestory/command-api/command-workers.ts";
import { openJobs } from "@attestory/command-api/log-workers/open-jobs.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { Listening } from "@attestory/http/server/listen.ts";
import { openRateLimiter } from "@attestory/runtime/rate-limits/open-rate-limiter.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { commandSettings, serveCommands } from "../../command-side.ts";
import { call, emailTo, newPerson, type Person, register, signIn, verify } from "../../http/client.ts";
import { type FaultProxy, startFaultProxy } from "../../stand-ins/fault-proxy.ts";
import { type RedisServer, startRedisServer, whyNoRedis } from "../../stand-ins/redis-server.ts";
import { digest } from "../age-rate-limits.ts";

/** The command side and its mail workers, on a Redis that they reach through a network that tests can disturb. */
describe.skipIf(whyNoRedis())("command services while Redis is unavailable", { timeout: 120_000 }, () => {
  let server: RedisServer;
  let proxy: FaultProxy;
  let service: ScratchService;
  let http: Listening;
  const closing: (() => unknown)[] = [];

  beforeAll(async () => {
    server = await startRedisServer();
    proxy = await startFaultProxy(server);
    service = await openScratchService();
    const address = new URL(server.url);
    address.host = `127.0.0.1:${proxy.port}`;
    const settings = commandSettings;
    const parts = { ...service, jobs: address.href, now: () => new Date(), reportError: () => {} };
    // By a clock that stands still, no local wait ends, however long a busy machine takes.
    const startedAt = new Date();
    const { rateLimiter, close } = await openRateLimiter({ ...parts, now: () => startedAt, digest });
    const commands = await openCommandApi({
      ...parts,
      settings,
      rateLimiter,
      singleUses: { rateLimiter, since: null },
      projected: async () => false,
    });
    const workers = await startCommandWorkers({
      ...parts,
      settings,
      openJobs: (queue) => openJobs({ ...parts, queue, generation: 1 }),
      rateLimiter,
    });
    http = await serveCommands(commands);
    closing.push(
      () => server.close(),
      () => proxy.close(),
      () => service.close(),
      close,
      workers.close,
      commands.close,
      http.drain,
    );
  });
  afterEach(async () => {
    await proxy.accept();
    proxy.resume();
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const givenSignedInUser = async () => {
    const person = newPerson();
    await register(http.url, person);
    await verify(http.url, person.email);
    return person;
  };
  const wrong = (person: Person) =>
    call(http.url, "POST /api/auth/login", { body: { email: person.email, password: "not the one" } });
  const timed = async <Result>(work: () => Promise<Result>): Promise<[Result, number]> => {
    const since = performance.now();
    return [await work(), performance.now() - since];
  };

  it.each([
    {
      what: "cut off",
      disconnect: () => proxy.refuse(),
      reconnect: () => proxy.accept(),
      mostMs: 3000,
    },
    {
      what: "silent",
      disconnect: async () => proxy.pause(),
      reconnect: async () => proxy.resume(),
      // Each rate limit check costs half a second until the outage is detected, which takes two seconds.
      mostMs: 6000,
    },
  ])(
    "RE-32 accept sign-ins and registrations while it is $what, and emails arrive once it is back",
    async ({ disconnect, reconnect, mostMs }) => {
      const [person, newcomer] = [await givenSignedInUser(), newPerson()];
      await disconnect();
      const [token, signInMs] = await timed(() => signIn(http.url, person));
      expect(token).toMatch(/^ats_/);
      const [{ user }, registerMs] = await timed(() => register(http.url, newcomer));
      expect(user).toMatchObject({ email: newcomer.email, emailVerified: false });
      expect(Math.max(signInMs, registerMs)).toBeLessThan(mostMs);
      await wait(2000);
      const { body } = await call(http.url, "GET /api/dev/inbox");
      expect(body).not.toContainEqual(expect.objectContaining({ to: newcomer.email }));
      await reconnect();
      await emailTo(http.url, newcomer.email, "Verify");
      await verify(http.url, newcomer.email);
      await signIn(http.url, newcomer);
    },
  );

  it("RL-06 allow fewer password attempts than with Redis, and never all", async () => {
    const [person, other] = [await givenSignedInUser(), await givenSignedInUser()];
    const five = async (at: Person) => {
      const statuses: number[] = [];
      // One after the other: the limit of five makes nobody wait before the sixth, however slow these are.
      while (statuses.length < 5) statuses.push((await wrong(at)).status);
      return statuses;
    };
    expect(await five(other)).toEqual([401, 401, 401, 401, 401]);
    await proxy.refuse();
    expect(await five(person)).toEqual([401, 401, 429, 429, 429]);
    const more = await Promise.all(Array.from({ length: 40 }, () => wrong(person)));
    expect(more.map(({ status }) => status)).toEqual(Array(40).fill(429));
  });
});
