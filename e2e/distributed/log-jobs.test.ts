import { setTimeout as wait } from "node:timers/promises";
import { emailQueue } from "@attestory/command-api/log-workers/log-jobs.ts";
import { openJobs } from "@attestory/command-api/log-workers/open-jobs.ts";
import { logJobsContract } from "@attestory/command-api/testing/log-jobs.contract.ts";
import { describe, expect, it } from "vitest";
import { whyNoRedis } from "../stand-ins/redis-server.ts";
import { useMailWorkers } from "./mail-workers.ts";

const timeout = process.env.FULL_RUN === "1" ? 600_000 : 120_000;

describe.skipIf(whyNoRedis())("email jobs on a shared queue", { timeout }, () => {
  const given = useMailWorkers();

  logJobsContract("BullMQ", async () => {
    await given.server.ask("FLUSHDB");
    const troubles = (message: string, error: unknown) => console.error(message, error);
    const jobs = openJobs({
      queue: emailQueue,
      jobs: given.server.url,
      generation: 1,
      reportError: troubles,
      random: () => 0,
    });
    // Its connection opens in the background; the reactor offers jobs again that are refused until then.
    await expect
      .poll(() =>
        jobs.add([{ id: "probe", stream: "user-1", version: 1 }]).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await given.server.ask("FLUSHDB");
    return jobs;
  });

  it("are sent once, by any of three processes, and removed", async () => {
    await Promise.all([1, 2, 3].map(() => given.workers.start(given.server.url)));
    const ids = await given.workers.register(60);
    await given.workers.waitUntilAllSent(ids);
    await wait(500);
    expect(given.workers.copyCounts(ids)).toEqual(ids.map(() => 1));
    expect(await given.server.ask("KEYS", "attestory:letters:*-*-*")).toEqual([]);
  });
});
