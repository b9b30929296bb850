/** @module-tag slow */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultProxy, startFaultProxy } from "../../stand-ins/fault-proxy.ts";
import { type RedisServer, startRedisServer, whyNoRedis } from "../../stand-ins/redis-server.ts";
import { selfSigned } from "../../stand-ins/self-signed.ts";
import { resetConnections } from "../faulty-network.ts";
import { type MailWorkerProcess, MailWorkers } from "../mail-workers.ts";

const files = selfSigned(temporaryFolder());
const identity = { key: readFileSync(files.key), cert: readFileSync(files.certificate) };

/** How long the mail server fails. */
const outageMs = process.env.FULL_RUN === "1" ? 60_000 : 2000;

describe.skipIf(whyNoRedis())("a mail server", { timeout: 60_000 + 4 * outageMs }, () => {
  let jobs: RedisServer;
  let proxy: FaultProxy;
  let workers: MailWorkers;
  let worker: MailWorkerProcess;
  beforeAll(async () => {
    jobs = await startRedisServer();
    workers = await MailWorkers.open();
    const url = new URL(workers.mail.url);
    proxy = await startFaultProxy({ host: "127.0.0.1", port: Number(url.port) });
    url.port = String(proxy.port);
    worker = await workers.start(jobs.url, url.href);
  });
  afterAll(async () => {
    await workers.close();
    await proxy.close();
    await jobs.close();
  });

  it.each([
    ["is unavailable", () => proxy.refuse(), () => proxy.accept()],
    ["refuses an email temporarily", () => refuse("451 4.3.2 later"), () => refuse(null)],
    ["refuses an email permanently", () => refuse("550 5.7.1 no"), () => refuse(null)],
    ["shows an untrusted certificate", () => offerTls(identity), () => offerTls(null)],
    ["is silent", () => proxy.pause(), () => resetConnections(proxy)],
  ])("RE-33 that %s is retried, and every email arrives once", async (_, go, back) => {
    await go();
    const ids = await workers.register(5);
    await wait(outageMs);
    expect(await workers.outcomes(ids)).toEqual(ids.map(() => ""));
    expect(ids.flatMap((id) => workers.copies(id))).toEqual([]);
    await back();
    // The longer the outage, the longer the backoff before the next attempt.
    await expect
      .poll(() => workers.outcomes(ids), { timeout: 20_000 + 2 * outageMs })
      .toEqual(ids.map(() => "LetterSent"));
    for (const id of ids) expect(workers.copies(id)).toEqual([expect.stringMatching(/^https:/)]);
    expect([worker.child.exitCode, worker.output().includes("trouble")]).toEqual([null, true]);
  });

  async function refuse(saying: string | null) {
    workers.mail.refusal = saying;
  }
  async function offerTls(by: typeof identity | null) {
    workers.mail.offerTls(by);
  }
});
