import { setTimeout as wait } from "node:timers/promises";
import { openProgressPublisher } from "@attestory/event-store/progress/redis-progress.ts";
import { describe, expect, it } from "vitest";
import { whyNoRedis } from "../../stand-ins/redis-server.ts";
import { never, useNotifications, WaitingReader } from "../notified-readers.ts";
import { keyring } from "../shared-keyring.ts";

describe.skipIf(whyNoRedis())("progress notifications", () => {
  const given = useNotifications();

  it("reach other processes of the same generation", async () => {
    await given.listen();
    given.heard = 0;
    given.publisher.publishProgress();
    await expect.poll(() => given.heard).toBe(1);
    const { url } = given.server;
    const other = openProgressPublisher({ url, generation: 2, keyring, reportError: () => {} });
    given.closing.push(other.close);
    await wait(100);
    other.publishProgress();
    await wait(100);
    expect(given.heard).toBe(1);
  });

  it("are sent once for many events, including the last", async () => {
    await given.listen();
    given.heard = 0;
    for (let n = 0; n < 1000; n++) given.publisher.publishProgress();
    await expect.poll(() => given.heard).toBe(2);
    await wait(50);
    expect(given.heard).toBe(2);
  });

  it("do not delay projections while Redis is unavailable, which is reported once", async () => {
    const folding = openProgressPublisher({
      url: "redis://127.0.0.1:1",
      generation: 1,
      keyring,
      reportError: () => given.troubles++,
    });
    given.closing.push(folding.close);
    const since = performance.now();
    for (let n = 0; n < 10_000; n++) folding.publishProgress();
    expect(performance.now() - since).toBeLessThan(500);
    await expect.poll(() => given.troubles).toBe(1);
    await wait(1000);
    expect(given.troubles).toBe(1);
  });

  it.each([
    ["cut off", () => given.proxy.refuse(), () => given.proxy.accept()],
    // An unanswered ping detects this, and the connection is opened again.
    ["silent", async () => given.proxy.pause(), async () => given.proxy.resume()],
  ])("resume after the server was %s, which also triggers a read", async (_, go, back) => {
    await given.listen();
    await go();
    await expect.poll(() => given.troubles).toBeGreaterThan(0);
    const before = given.heard;
    await back();
    await expect.poll(() => given.heard).toBeGreaterThan(before);
    await given.waitUntilHeard();
  });

  // `wakes.timed.test.ts` checks how soon each wait ends.
  describe("a progress notification to a waiting reader", () => {
    it("RW-6 ends the wait, without polling", async () => {
      const reader = await WaitingReader.open(given, never);
      for (let n = 0; n < 5; n++) {
        const position = await reader.write();
        const { reads } = reader;
        const waiting = reader.waitForPosition(position);
        // The read that begins with the wait must not find the position.
        await expect.poll(() => reader.reads).toBe(reads + 1);
        await reader.project(position);
        given.publisher.publishProgress();
        expect(await waiting).toBe(true);
      }
    });

    it("RE-32 is replaced by polling while Redis is unavailable", async () => {
      const reader = await WaitingReader.open(given);
      await given.proxy.refuse();
      const before = given.heard;
      for (let n = 0; n < 3; n++) {
        const position = await reader.write();
        const { reads } = reader;
        const waiting = reader.waitForPosition(position);
        // The read that begins with the wait, and one that may have begun before it, must not find the position.
        await expect.poll(() => reader.reads).toBeGreaterThan(reads + 1);
        await reader.project(position);
        given.publisher.publishProgress();
        expect(await waiting).toBe(true);
      }
      expect(given.heard).toBe(before);
    });

    it("RW-3 is not needed for a position reached before the request", async () => {
      const reader = await WaitingReader.open(given, never);
      await given.proxy.refuse();
      for (let n = 0; n < 3; n++) {
        const position = await reader.write();
        await reader.project(position);
        expect(await reader.waitForPosition(position)).toBe(true);
      }
    });
  });
});
