import { setTimeout as wait } from "node:timers/promises";
import { progressChannel, progressMessage } from "@attestory/event-store/progress/progress-message.ts";
import {
  openProgressPublisher,
  type ProgressPublisher,
  type ProgressSubscription,
  subscribeToProgress,
} from "@attestory/event-store/progress/redis-progress.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RedisServer, startRedisServer, whyNoRedis } from "../stand-ins/redis-server.ts";
import { keyring } from "./shared-keyring.ts";

describe.skipIf(whyNoRedis())("projection progress in a command service", () => {
  let server: RedisServer;
  let publisher: ProgressPublisher;
  let subscription: ProgressSubscription;
  beforeAll(async () => {
    server = await startRedisServer();
    const channel = { url: server.url, generation: 1, keyring, reportError: () => {} };
    publisher = openProgressPublisher(channel);
    subscription = subscribeToProgress(channel);
    do publisher.publishProgress(new Map([["users", 1n]]));
    while (!(await subscription.waitForPosition(1n, 20)));
  });
  afterAll(async () => {
    subscription.close();
    publisher.close();
    await server.close();
  });

  it("SE-03 ends a revocation's wait once every projection has applied it, and not before", async () => {
    let went: boolean | null = null;
    const going = subscription.waitForPosition(20n, 5000).then((reached) => {
      went = reached;
    });
    publisher.publishProgress(
      new Map([
        ["users", 25n],
        ["sessions", 19n],
      ] as const),
    );
    await expect.poll(() => subscription.waitForPosition(19n, 10)).toBe(true);
    expect(went).toBe(null);
    publisher.publishProgress(new Map([["sessions", 20n]]));
    await going;
    expect(went).toBe(true);
  });

  it("ends every wait in time, and ignores late and outdated notifications", async () => {
    publisher.publishProgress(new Map([["users", 3n]]));
    const others = { hmac: (...parts: unknown[]) => keyring.hmac("link key", "another service's", String(parts)) };
    const forged = progressMessage(others, new Map([["users", 9_000n]]));
    const genuine = progressMessage(keyring, new Map([["users", 3n]]));
    for (const said of ["", "{", " {}", forged, genuine.replace('"3"', '"9000"'), genuine.slice(1)]) {
      await server.ask("PUBLISH", progressChannel(keyring, 1), said);
    }
    await wait(50);
    expect(await subscription.waitForPosition(20n, 10)).toBe(true);
    const asked = performance.now();
    expect(await subscription.waitForPosition(1_000n, 100)).toBe(false);
    expect(performance.now() - asked).toBeGreaterThan(90);
  });

  it("does not wait for a projection that reports no more", async () => {
    publisher.publishProgress(new Map([["gone", 1n]]));
    await expect.poll(() => subscription.waitForPosition(20n, 10)).toBe(false);
    const followed = new Map([
      ["users", 30n],
      ["sessions", 30n],
    ]);
    const telling = setInterval(() => publisher.publishProgress(followed), 100);
    await expect
      .poll(() => subscription.waitForPosition(30n, 10))
      .toBe(true)
      .finally(() => clearInterval(telling));
  });
});
