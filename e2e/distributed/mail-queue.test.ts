import { cpSync, renameSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { emailsAtOnce } from "@attestory/command-api/mail/mail-jobs.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FaultProxy, startFaultProxy } from "../stand-ins/fault-proxy.ts";
import { type RedisServer, startRedisServer, whyNoRedis } from "../stand-ins/redis-server.ts";
import { MailWorkers, patience } from "./mail-workers.ts";

const timeout = process.env.FULL_RUN === "1" ? 600_000 : 120_000;

describe.skipIf(whyNoRedis())("email jobs on a shared queue", { timeout }, () => {
  let server: RedisServer;
  let workers: MailWorkers;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  beforeEach(async () => {
    await server.ask("FLUSHDB");
    workers = await MailWorkers.open();
  });
  afterEach(() => workers.close());
  afterAll(() => server.close());

  describe("RE-32 an unavailable queue", () => {
    let proxy: FaultProxy;
    let jobsUrl: string;
    beforeEach(async () => {
      proxy = await startFaultProxy(server);
      const url = new URL(server.url);
      url.host = `127.0.0.1:${proxy.port}`;
      jobsUrl = url.href;
    });
    afterEach(() => proxy.close());

    it("from the start: emails are sent once it is available", async () => {
      await proxy.refuse();
      const worker = await workers.start(jobsUrl);
      const ids = await workers.register(20);
      await expect.poll(() => worker.output(), patience).toContain("email queue unavailable, emails wait");
      expect(await workers.outcomes(ids)).toEqual(ids.map(() => ""));
      await proxy.accept();
      await workers.waitUntilAllSent(ids);
      expect(workers.copyCounts(ids)).toEqual(ids.map(() => 1));
      expect(worker.output().match(/trouble/g)?.length).toBeLessThan(6);
    });

    it.each([
      ["cut off", () => proxy.refuse(), () => proxy.accept()],
      ["silent", async () => proxy.pause(), async () => proxy.resume()],
    ])(
      "%s while emails are sent: every email is sent once it is back, and a process can end meanwhile",
      async (_, go, back) => {
        const [one, other] = await Promise.all([workers.start(jobsUrl), workers.start(jobsUrl)]);
        const before = await workers.register(20);
        await wait(100);
        await go();
        const meanwhile = await workers.register(20);
        await wait(3000);
        expect(await one.stop()).toBeLessThan(9000);
        expect(one.output()).toContain("closed");
        await back();
        await workers.waitUntilAllSent([...before, ...meanwhile]);
        // Emails that either process was sending when the queue became unavailable may be sent twice.
        const repeated = workers.copyCounts(before).reduce((sum, count) => sum + count - 1, 0);
        expect(repeated).toBeLessThanOrEqual(2 * emailsAtOnce);
        expect(other.child.exitCode).toBeNull();
      },
    );
  });

  describe("RE-36 a queue that lost", () => {
    let mailProxy: FaultProxy;
    let mailUrl: string;
    beforeEach(async () => {
      mailProxy = await startFaultProxy({ host: "127.0.0.1", port: Number(new URL(workers.mail.url).port) });
      mailUrl = `smtp://127.0.0.1:${mailProxy.port}`;
    });
    afterEach(() => mailProxy.close());
    const kept = async () => Number(await server.ask("ZCARD", "attestory:letters:delayed"));

    it("everything: is filled again from the log while the process runs", async () => {
      await mailProxy.refuse();
      await workers.start(server.url, mailUrl);
      const ids = await workers.register(20);
      await expect.poll(kept, patience).toBe(20);
      await server.ask(process.env.JOBS_URL ? "FLUSHDB" : "FLUSHALL");
      await server.ask("SCRIPT", "FLUSH");
      await mailProxy.accept();
      await workers.waitUntilAllSent(ids);
      expect(workers.copyCounts(ids)).toEqual(ids.map(() => 1));
    });

    it("everything since a backup: repeats no finished email, and misses none", async ({ skip }) => {
      if (!server.process) return skip("the server is none that a test may kill");
      const { folder, kill, start } = server.process;
      const copy = `${folder}-copy`;
      await mailProxy.refuse();
      await workers.start(server.url, mailUrl);
      const old = await workers.register(10);
      await expect.poll(kept, patience).toBe(10);
      await kill();
      cpSync(folder, copy, { recursive: true });
      await start();
      await mailProxy.accept();
      await workers.waitUntilAllSent(old);
      await mailProxy.refuse();
      const lost = await workers.register(10);
      await expect.poll(kept, patience).toBe(10);
      await kill();
      rmSync(folder, { recursive: true });
      renameSync(copy, folder);
      await start();
      await mailProxy.accept();
      await workers.waitUntilAllSent(lost);
      await expect.poll(() => server.ask("KEYS", "attestory:letters:*-*-*"), patience).toEqual([]);
      expect(workers.copyCounts([...old, ...lost])).toEqual([...old, ...lost].map(() => 1));
    });
  });
});
