import { cpSync, renameSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { emailsAtOnce } from "@attestory/command-api/mail/mail-jobs.ts";
import { openMailJobs } from "@attestory/command-api/mail/open-mail-jobs.ts";
import { mailJobsContract } from "@attestory/command-api/testing/mail-jobs.contract.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FaultProxy, startFaultProxy } from "../stand-ins/fault-proxy.ts";
import { type RedisServer, startRedisServer, whyNoRedis } from "../stand-ins/redis-server.ts";
import { MailWorkers } from "./mail-workers.ts";

const full = process.env.FULL_RUN === "1";
const patience = { timeout: full ? 300_000 : 60_000 };

const timeout = full ? 600_000 : 120_000;

describe.skipIf(whyNoRedis())("email jobs on a shared queue", { timeout }, () => {
  let server: RedisServer;
  let proxy: FaultProxy;
  let workers: MailWorkers;
  beforeAll(async () => {
    server = await startRedisServer();
    proxy = await startFaultProxy(server);
  });
  beforeEach(async () => {
    await server.ask("FLUSHDB");
    workers = await MailWorkers.open();
  });
  afterEach(async () => {
    await workers.close();
    await proxy.accept();
    proxy.resume();
  });
  afterAll(async () => {
    await proxy.close();
    await server.close();
  });
  const spoilt = () => {
    const url = new URL(server.url);
    url.host = `127.0.0.1:${proxy.port}`;
    return url.href;
  };
  const waitUntilAllSent = (ids: readonly string[]) =>
    expect.poll(() => workers.outcomes(ids), patience).toEqual(ids.map(() => "LetterSent"));
  const copies = (ids: readonly string[]) => ids.map((id) => workers.copies(id).length);

  mailJobsContract("BullMQ", async () => {
    await server.ask("FLUSHDB");
    const troubles = (message: string, error: unknown) => console.error(message, error);
    const jobs = openMailJobs({ jobs: server.url, reportError: troubles, random: () => 0 });
    // Its connection opens in the background; the reactor offers jobs again that are refused until then.
    await expect
      .poll(() =>
        jobs.add([{ id: "probe", stream: "user-1", version: 1 }]).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await server.ask("FLUSHDB");
    return jobs;
  });

  it("are sent once, by any of three processes, and removed", async () => {
    await Promise.all([1, 2, 3].map(() => workers.start(server.url)));
    const ids = await workers.register(60);
    await waitUntilAllSent(ids);
    await wait(500);
    expect(copies(ids)).toEqual(ids.map(() => 1));
    expect(await server.ask("KEYS", "attestory:letters:*-*-*")).toEqual([]);
  });

  describe("RE-35 a killed mail process", () => {
    it.each([
      ["before sending", "email written", 1],
      ["after sending and before recording it", "email sent", 2],
    ])("%s: another one sends the email, with the same link", async (_, step, most) => {
      const dying = await workers.start(server.url);
      dying.signalAt(step, "SIGKILL");
      const [id = ""] = await workers.register(1);
      await expect.poll(() => dying.child.signalCode, patience).toBe("SIGKILL");
      await workers.start(server.url);
      await waitUntilAllSent([id]);
      const sent = workers.copies(id);
      expect(sent).toHaveLength(most);
      expect(new Set(sent).size).toBe(1);
      expect(sent[0]).toContain("/verify-email?token=");
    });

    it("at any moment: loses no email, and repeats at most those in progress", async () => {
      const kills = full ? 20 : 2;
      const ids: string[] = [];
      for (let kill = 0; kill < kills; kill++) {
        const dying = await workers.start(server.url);
        ids.push(...(await workers.register(40)));
        await wait(Math.random() * 300);
        await dying.stop("SIGKILL");
      }
      await workers.start(server.url);
      await waitUntilAllSent(ids);
      const all = copies(ids);
      expect(Math.min(...all)).toBe(1);
      expect(all.reduce((sum, count) => sum + count - 1, 0)).toBeLessThanOrEqual(kills * emailsAtOnce);
    });
  });

  describe("RE-37 a process paused until another takes over its job", () => {
    it.each([
      ["before sending: one email is sent", "email written", 1],
      ["after sending and before recording it: the email is repeated, and recorded once", "email sent", 2],
    ])("%s", async (_, step, most) => {
      const still = await workers.start(server.url);
      still.signalAt(step, "SIGSTOP");
      const [id = ""] = await workers.register(1);
      await expect.poll(() => still.isSignalled(), patience).toBe(true);
      const other = await workers.start(server.url);
      if (full) await wait(60_000);
      await waitUntilAllSent([id]);
      still.child.kill("SIGCONT");
      const [next = ""] = await workers.register(1);
      await waitUntilAllSent([next]);
      await wait(1000);
      expect(copies([id, next])).toEqual([most, 1]);
      expect(await workers.outcomes([id])).toEqual(["LetterSent"]);
      await other.stop();
      const [last = ""] = await workers.register(1);
      await waitUntilAllSent([last]);
    });
  });

  describe("RE-32 an unavailable queue", () => {
    it("from the start: emails are sent once it is available", async () => {
      await proxy.refuse();
      const worker = await workers.start(spoilt());
      const ids = await workers.register(20);
      await expect.poll(() => worker.output(), patience).toContain("email queue unavailable, emails wait");
      expect(await workers.outcomes(ids)).toEqual(ids.map(() => ""));
      await proxy.accept();
      await waitUntilAllSent(ids);
      expect(copies(ids)).toEqual(ids.map(() => 1));
      expect(worker.output().match(/trouble/g)?.length).toBeLessThan(6);
    });

    it.each([
      ["cut off", () => proxy.refuse(), () => proxy.accept()],
      ["silent", async () => proxy.pause(), async () => proxy.resume()],
    ])(
      "%s while emails are sent: every email is sent once it is back, and a process can end meanwhile",
      async (_, go, back) => {
        const [one, other] = await Promise.all([workers.start(spoilt()), workers.start(spoilt())]);
        const before = await workers.register(20);
        await wait(100);
        await go();
        const meanwhile = await workers.register(20);
        await wait(3000);
        expect(await one.stop()).toBeLessThan(9000);
        expect(one.output()).toContain("closed");
        await back();
        await waitUntilAllSent([...before, ...meanwhile]);
        // Emails that either process was sending when the queue became unavailable may be sent twice.
        expect(copies(before).reduce((sum, count) => sum + count - 1, 0)).toBeLessThanOrEqual(2 * emailsAtOnce);
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
      await waitUntilAllSent(ids);
      expect(copies(ids)).toEqual(ids.map(() => 1));
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
      await waitUntilAllSent(old);
      await mailProxy.refuse();
      const lost = await workers.register(10);
      await expect.poll(kept, patience).toBe(10);
      await kill();
      rmSync(folder, { recursive: true });
      renameSync(copy, folder);
      await start();
      await mailProxy.accept();
      await waitUntilAllSent(lost);
      await expect.poll(() => server.ask("KEYS", "attestory:letters:*-*-*"), patience).toEqual([]);
      expect(copies([...old, ...lost])).toEqual([...old, ...lost].map(() => 1));
    });
  });
});
