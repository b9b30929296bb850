import { setTimeout as wait } from "node:timers/promises";
import { deduplicated } from "@attestory/runtime/deduplicated-log.ts";
import { openRedis, type Redis } from "@attestory/runtime/open-redis.ts";
import { PendingWork } from "@attestory/runtime/pending-work.ts";
import { randomShare } from "@attestory/runtime/random-share.ts";
import { type Job, Queue, Worker } from "bullmq";
import { closeTimeoutMs, type JobQueue, type LogJob, type LogJobs, retryWaitMs } from "./log-jobs.ts";

/** That of the first generation of the log had its name before there was another. */
const queueOf = ({ name }: JobQueue, generation: number): string => (generation === 1 ? name : `${name}-${generation}`);
const prefix = "attestory";
/** The log decides when a job is abandoned (after a day), so neither failed attempts nor stalled workers end a job. */
const endless = 1_000_000;
const answerMs = 2000;
/** How long the server may take to record the last finished jobs. */
const farewellMs = 1000;
/** Longer than a blocking command waits for a job. */
const workerSilentMs = 15_000;

export interface BullmqOptions {
  queue: JobQueue;
  /** Of the log whose jobs these are. Each generation has a queue. */
  generation: number;
  /** `lockMs`: how long an unresponsive worker keeps a job. `stalledMs`: how often stalled jobs are looked for. */
  lockMs?: number;
  stalledMs?: number;
  random?: () => number;
}

/**
 * Jobs on a Redis server. Any number of processes may add and run them. A job is removed when it is done. If its worker dies or
 * stalls, another worker takes it over.
 * @param reportError called for an unavailable server and every other error, at most every 30 s for the same one
 */
export function bullmqJobs(
  url: string,
  reportError: (error: unknown) => void,
  { queue: kind, generation, lockMs = 10_000, stalledMs = 10_000, random = randomShare }: BullmqOptions,
): LogJobs {
  const queueName = queueOf(kind, generation);
  let closed = false;
  // The queue and the worker report a failed connection too, twice a second.
  const report = deduplicated((error: unknown) => {
    // After `close`, jobs that did not end in time lose their connection. The log still lists them as not done.
    if (!closed) reportError(error);
  });
  /** For commands with a waiting caller. */
  const adding = openRedis({ url, whileUnavailable: "fail", reportError: report });
  /** For the worker, whose commands block while there is no job. */
  const working = openRedis({ url, whileUnavailable: "wait", silentMs: workerSilentMs, reportError: report });
  let opened: Promise<Queue<LogJob>> | null = null;
  let worker: Worker<LogJob> | null = null;
  const attempts = new PendingWork();

  /** Opened only once the connection is ready: a queue opened earlier would never become ready. */
  const queue = async (): Promise<Queue<LogJob>> => {
    if (adding.status !== "ready") throw new Error(`the ${kind.called} is unavailable`);
    opened ??= openQueue(queueName, adding, report);
    return opened.catch((error) => {
      opened = null;
      throw error;
    });
  };

  return {
    fault: () => (adding.status === "ready" ? null : "cannot be reached"),
    async add(jobs) {
      const options = { attempts: endless, backoff: { type: "custom" }, removeOnComplete: true };
      const bulk = jobs.map((job) => ({ name: kind.name, data: job, opts: { ...options, jobId: job.id } }));
      if (bulk.length > 0)
        await within(
          kind,
          queue().then((opened) => opened.addBulk(bulk)),
        );
    },
    start(work) {
      const runJob = ({ data, attemptsMade }: Job<LogJob>) => attempts.track(work(data, attemptsMade + 1));
      worker = new Worker<LogJob>(queueName, runJob, {
        connection: working,
        prefix,
        concurrency: kind.atOnce,
        maxStalledCount: endless,
        lockDuration: lockMs,
        stalledInterval: stalledMs,
        settings: { backoffStrategy: (failed) => retryWaitMs(kind, failed, random) },
      });
      worker.on("error", report);
    },
    async close() {
      const closing = worker?.close();
      const last = attempts.settled().then(() => wait(farewellMs, undefined, { ref: false }));
      // Anything still open waits for the server, which may never come back.
      await Promise.race([closing, last, wait(closeTimeoutMs, undefined, { ref: false })]);
      closed = true;
      adding.disconnect();
      working.disconnect();
      worker?.disconnect().catch(() => {});
    },
  };
}

async function openQueue(
  name: string,
  connection: Redis,
  reportError: (error: unknown) => void,
): Promise<Queue<LogJob>> {
  const queue = new Queue<LogJob>(name, { connection, prefix });
  queue.on("error", reportError);
  await queue.waitUntilReady();
  return queue;
}

async function within<Result>({ called }: JobQueue, work: Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const tooLong = wait(answerMs, undefined, { signal: late.signal }).then(() => {
    throw new Error(`the ${called} has not answered in ${answerMs} ms`);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    late.abort();
    tooLong.catch(() => {});
  }
}
