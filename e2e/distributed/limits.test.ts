import { once } from "node:events";
import { windowPerNetworkContract } from "@attestory/http/testing/window-per-network.contract.ts";
import { openRedis } from "@attestory/runtime/open-redis.ts";
import { openRateLimiter } from "@attestory/runtime/rate-limits/open-rate-limiter.ts";
import { redisRateLimiter } from "@attestory/runtime/rate-limits/redis-rate-limiter.ts";
import { many, rateLimiterContract } from "@attestory/runtime/testing/rate-limiter.contract.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type FaultProxy, startFaultProxy } from "../stand-ins/fault-proxy.ts";
import { type RedisServer, startRedisServer, whyNoRedis } from "../stand-ins/redis-server.ts";
import { ageRateLimits, digest } from "./age-rate-limits.ts";
import { extent } from "./extent.ts";
import { type Guessed, startGuessing, verifiedUndisturbed } from "./guessing.ts";

const rule = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 };
const rounds = extent({ few: 3, usual: 10, full: 100 });

/** A clock by which no wait ends, however long a busy machine takes. */
const standingStill = () => {
  const now = new Date();
  return () => now;
};

describe.skipIf(whyNoRedis())("limits that processes share", () => {
  let server: RedisServer;
  let proxy: FaultProxy;
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    server = await startRedisServer();
    proxy = await startFaultProxy(server);
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await proxy.accept();
    proxy.resume();
    await server.ask("FLUSHDB");
  });
  afterAll(async () => {
    await proxy.close();
    await server.close();
  });
  /** The server's URL through a network that tests can disturb. */
  const spoilt = () => {
    const url = new URL(server.url);
    url.host = `127.0.0.1:${proxy.port}`;
    return url.href;
  };
  /** `now`: the process's own clock, by which it counts while Redis is unavailable. */
  const opened = async (jobs = server.url, now = () => new Date()) => {
    const errors: string[] = [];
    const reportError = (message: string) => errors.push(message);
    const { rateLimiter, close } = await openRateLimiter({ jobs, now, digest, reportError });
    closing.push(close);
    return { rateLimiter, errors };
  };

  const onRedis = async () => {
    const client = openRedis({ url: server.url, whileUnavailable: "fail", reportError() {} });
    await once(client, "ready");
    return {
      rateLimiter: redisRateLimiter(client, digest),
      pass: (seconds: number) => ageRateLimits(server, seconds),
      close: async () => client.disconnect(),
    };
  };
  rateLimiterContract("Redis", onRedis);
  windowPerNetworkContract("Redis", onRedis);

  /** Starts a separate process that guesses until the test ends. */
  const guessing = async () => {
    const { guess, stop } = await startGuessing(server.url);
    closing.push(stop);
    return guess;
  };

  it("RL-03 allow five of a thousand simultaneous attempts at one account, over two processes", async () => {
    const two = await Promise.all([guessing(), guessing()]);
    for (let round = 0; round < rounds; round++) {
      const verified = await verifiedUndisturbed((attempt) =>
        Promise.all(two.map((guess, n) => guess(`account-${round}-${attempt}`, `192.${attempt}.${round}.${n}`, 500))),
      );
      expect(verified).toBe(5);
    }
  });

  it("RL-03 allow a hundred of a thousand simultaneous attempts at many accounts from one network", async () => {
    const two = await Promise.all([guessing(), guessing()]);
    const verified = await verifiedUndisturbed(async (attempt) => {
      const answers: Guessed[] = [];
      for (let n = 0; n < 100; n++) {
        // No account refuses any of its five: the network would be charged for those, too.
        const each = two.map((guess, side) => guess(`account-${attempt}-${n}-${side}`, `192.0.2.${attempt}`, 5));
        answers.push(...(await Promise.all(each)));
      }
      return answers;
    });
    expect(verified).toBe(100);
  });

  it("A6 charge the network for the attempts that an account refuses, over two processes", async () => {
    const two = await Promise.all([guessing(), guessing()]);
    const verified = await verifiedUndisturbed(async (attempt) => {
      const guess = (account: string, count: number) =>
        Promise.all(two.map((each) => each(`${account}-${attempt}`, `198.51.100.${attempt}`, count)));
      const atOne = await guess("locked", 50);
      return [...atOne, ...(await guess("another", 5))];
    });
    expect(verified).toBe(5);
  });

  it("RL-03 share what is consumed, refunded and reset between two command services", async () => {
    const [one, other] = [
      (await opened()).rateLimiter.delays("test", rule),
      (await opened()).rateLimiter.delays("test", rule),
    ];
    expect([await many(one, 3), await many(other, 3)]).toEqual([
      ["consumed", "consumed", "consumed"],
      ["consumed", "consumed", 1],
    ]);
    await one.refund("a");
    expect(await many(other, 2)).toEqual(["consumed", 1]);
    await one.reset("a");
    expect(await many(other, 6)).toEqual([...Array(5).fill("consumed"), 1]);
  });

  it("store no network and no key that can be reversed without the service's secret", async () => {
    const { rateLimiter } = await opened();
    await rateLimiter.window("network attempts", 100, 3600).consume("203.0.113.0/24");
    const [key, ...others] = (await server.ask("KEYS", "*")) as string[];
    expect(others).toEqual([]);
    expect(key).toBe(`attestory:budget:network attempts:${digest("203.0.113.0/24")}`);
  });

  it("RL-06 fall back to stricter local limits while Redis is unavailable, and share again once it is back", async () => {
    const { rateLimiter, errors } = await opened(spoilt(), standingStill());
    const delays = rateLimiter.delays("test", rule);
    await proxy.refuse();
    expect(await many(delays, 500, "guessed")).toEqual([...Array(2).fill("consumed"), ...Array(498).fill(1)]);
    expect(errors).toEqual(["Redis unavailable: attempts are counted by each process alone"]);
    await proxy.accept();
    await expect.poll(() => many(delays, 1, crypto.randomUUID()).then(() => server.ask("DBSIZE"))).toBeGreaterThan(0);
    expect(await many(delays, 7, "anew")).toEqual([...Array(5).fill("consumed"), 1, 1]);
  });

  // `limits.timed.test.ts` checks that all of them together wait half a second.
  it("RL-06 fall back to stricter local limits while Redis is silent", { timeout: 60_000 }, async () => {
    const { rateLimiter } = await opened(spoilt(), standingStill());
    const window = rateLimiter.window("test", 10, 60);
    proxy.pause();
    expect(await many(window, 500)).toEqual([...Array(5).fill("consumed"), ...Array(495).fill(60)]);
  });

  it("RL-06 keep refusing a client that was refused before Redis became unavailable", async () => {
    const { rateLimiter } = await opened(spoilt());
    const window = rateLimiter.window("window", 4, 600);
    expect(await many(window, 5)).toEqual([...Array(4).fill("consumed"), 600]);
    await proxy.refuse();
    const [wait] = await many(window, 1);
    expect(wait).toBeGreaterThan(500);
  });

  it("RL-06 apply when Redis is unavailable from the start", async () => {
    await proxy.refuse();
    const { rateLimiter } = await opened(spoilt());
    expect(await many(rateLimiter.window("test", 4, 60), 4)).toEqual(["consumed", "consumed", 60, 60]);
  });
});
