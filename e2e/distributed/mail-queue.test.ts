import { cpSync, renameSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { emailQueue } from "@attestory/command-api/log-workers/log-jobs.ts";
import { appendDamaged } from "@attestory/event-store/testing/damaged-seal.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FaultProxy, startFaultProxy } from "../stand-ins/fault-proxy.ts";
import { whyNoRedis } from "../stand-ins/redis-server.ts";
import { patience, useMailWorkers } from "./mail-workers.ts";

const timeout = process.env.FULL_RUN === "1" ? 600_000 : 120_000;

describe.skipIf(whyNoRedis())("email jobs on a shared queue", { timeout }, () => {
  const given = useMailWorkers();

  describe("RE-32 an unavailable queue", () => {
    let proxy: FaultProxy;
    let jobsUrl: string;
    beforeEach(async () => {
      proxy = await startFaultProxy(given.server);
      const url = new URL(given.server.url);
      url.host = `127.0.0.1:${proxy.port}`;
      jobsUrl = url.href;
    });
    afterEach(() => proxy.close());

    it("from the start: emails are sent once it is available", async () => {
      await proxy.refuse();
      const worker = await given.workers.start(jobsUrl);
      const ids = await given.workers.register(20);
      await expect.poll(() => worker.output(), patience).toContain("email queue unavailable, emails wait");
      expect(await given.workers.outcomes(ids)).toEqual(ids.map(() => ""));
      await proxy.accept();
      await given.workers.waitUntilAllSent(ids);
      expect(given.workers.copyCounts(ids)).toEqual(ids.map(() => 1));
      expect(worker.output().match(/trouble/g)?.length).toBeLessThan(6);
    });

    it.each([
      ["cut off", () => proxy.refuse(), () => proxy.accept()],
      ["silent", async () => proxy.pause(), async () => proxy.resume()],
    ])(
      "%s while emails are sent: every email is sent once it is back, and a process can end meanwhile",
      async (_, go, back) => {
        const [one, other] = await Promise.all([given.workers.start(jobsUrl), given.workers.start(jobsUrl)]);
        const before = await given.workers.register(20);
        await wait(100);
        await go();
        const meanwhile = await given.workers.register(20);
        // It stops during the outage, not before it.
        await expect.poll(() => one.output(), patience).toContain("trouble");
        expect(await one.stop()).toBeLessThan(9000);
        expect(one.output()).toContain("closed");
        await back();
        await given.workers.waitUntilAllSent([...before, ...meanwhile]);
        // Emails that either process was sending when the queue became unavailable may be sent twice.
        const repeated = given.workers.copyCounts(before).reduce((sum, count) => sum + count - 1, 0);
        expect(repeated).toBeLessThanOrEqual(2 * emailQueue.atOnce);
        expect(other.child.exitCode).toBeNull();
      },
    );
  });

  describe("RE-36 a queue that lost", { tags: ["slow"] }, () => {
    let mailProxy: FaultProxy;
    let mailUrl: string;
    beforeEach(async () => {
      mailProxy = await startFaultProxy({ host: "127.0.0.1", port: Number(new URL(given.workers.mail.url).port) });
      mailUrl = `smtp://127.0.0.1:${mailProxy.port}`;
    });
    afterEach(() => mailProxy.close());
    const kept = async () => Number(await given.server.ask("ZCARD", "attestory:letters:delayed"));

    it("everything: is filled again from the log while the process runs", async () => {
      await mailProxy.refuse();
      await given.workers.start(given.server.url, mailUrl);
      const ids = await given.workers.register(20);
      await expect.poll(kept, patience).toBe(20);
      await given.server.ask(process.env.JOBS_URL ? "FLUSHDB" : "FLUSHALL");
      await given.server.ask("SCRIPT", "FLUSH");
      await mailProxy.accept();
      await given.workers.waitUntilAllSent(ids);
      expect(given.workers.copyCounts(ids)).toEqual(ids.map(() => 1));
    });

    it("everything since a backup: repeats no finished email, and misses none", async ({ skip }) => {
      if (!given.server.process) return skip("the server is none that a test may kill");
      const { folder, kill, start } = given.server.process;
      const copy = `${folder}-copy`;
      await mailProxy.refuse();
      await given.workers.start(given.server.url, mailUrl);
      const old = await given.workers.register(10);
      await expect.poll(kept, patience).toBe(10);
      await kill();
      cpSync(folder, copy, { recursive: true });
      await start();
      await mailProxy.accept();
      await given.workers.waitUntilAllSent(old);
      await mailProxy.refuse();
      const lost = await given.workers.register(10);
      await expect.poll(kept, patience).toBe(10);
      await kill();
      rmSync(folder, { recursive: true });
      renameSync(copy, folder);
      await start();
      await mailProxy.accept();
      await given.workers.waitUntilAllSent(lost);
      await expect.poll(() => given.server.ask("KEYS", "attestory:letters:*-*-*"), patience).toEqual([]);
      expect(given.workers.copyCounts([...old, ...lost])).toEqual([...old, ...lost].map(() => 1));
    });
  });

  it("B4 abandons an email that cannot be rendered, two days after it was requested, and sends the others", {
    tags: ["slow"],
  }, async () => {
    const { service } = given.workers;
    const userId = crypto.randomUUID();
    const recordedAt = new Date(Date.now() - 48 * 3_600_000);
    const event = { type: "VerificationRequested", data: { userId } } as const;
    await service.keyring.createPersonKey(userId);
    await appendDamaged(
      service,
      { stream: userStream(userId), event },
      { person: userId, ip: "192.0.2.1", recordedAt },
    );
    const damaged = (await service.log.read(userStream(userId))).events[0]?.id ?? "";
    const worker = await given.workers.start(given.server.url);
    const ids = await given.workers.register(5);
    await given.workers.waitUntilAllSent(ids);
    await expect.poll(() => given.workers.outcomes([damaged]), patience).toEqual(["LetterAbandoned"]);
    expect(worker.output().match(/email delivery failed, will retry/g)).toHaveLength(4);
  });
});
