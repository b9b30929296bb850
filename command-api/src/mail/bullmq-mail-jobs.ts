import { setTimeout as wait } from "node:timers/promises";
import { deduplicated } from "@attestory/runtime/deduplicated-log.ts";
import { type Job, Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { closeTimeoutMs, emailsAtOnce, type MailJob, type MailJobs, retryWaitMs } from "./mail-jobs.ts";

const queueName = "letters";
const prefix = "attestory";
/** Whether a letter is given up is the log's to say, after a day: no count of attempts or of workers that died is too high. */
const endless = 1_000_000;
const answerMs = 2000;
/** How long the server may take to hear of the last letters. */
const farewellMs = 1000;

export interface BullmqOptions {
  /** How long a job stays with a worker that is not heard of, and how often that is looked at. */
  lockMs?: number;
  stalledMs?: number;
  random?: () => number;
}

/**
 * Jobs on a Redis server, for any number of processes that add them and that work them off. A job is put away when it is over. One whose worker died or
 * stood still is taken over by another. @param onTrouble hears of a server that cannot be reached, and of every other fault, the same one every half minute at most
 */
export function bullmqMailJobs(
  url: string,
  reportError: (error: unknown) => void,
  { lockMs = 10_000, stalledMs = 10_000, random = Math.random }: BullmqOptions = {},
): MailJobs {
  const retryStrategy = (attempt: number) => Math.min(50 * attempt, 500);
  /** For commands that somebody waits for. */
  const adding = new Redis(url, {
    ...{ enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy },
    ...{ commandTimeout: 500, socketTimeout: 2000, connectTimeout: 1000 },
  });
  /** For a worker, who waits for as long as there is nothing to do: a command's time has no end, but a silent connection's has. */
  const working = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy,
    socketTimeout: 15_000,
    connectTimeout: 1000,
  });
  let closed = false;
  // Each client says by itself, and twice a second, that it cannot connect.
  const hear = deduplicated((error: unknown) => {
    // What did not end in time has lost its connection; the log knows what is not done.
    if (!closed) reportError(error);
  });
  for (const client of [adding, working]) client.on("error", hear);
  let opened: Promise<Queue<MailJob>> | null = null;
  let worker: Worker<MailJob> | null = null;
  const underWay = new Set<Promise<void>>();

  /** One that was not ready at first would never be. */
  const queue = async (): Promise<Queue<MailJob>> => {
    if (adding.status !== "ready") throw new Error("the queue of letters cannot be reached");
    opened ??= openQueue(adding, hear);
    return opened.catch((error) => {
      opened = null;
      throw error;
    });
  };

  return {
    fault: () => (adding.status === "ready" ? null : "cannot be reached"),
    async add(jobs) {
      const options = { attempts: endless, backoff: { type: "custom" }, removeOnComplete: true };
      const bulk = jobs.map((job) => ({ name: "letter", data: job, opts: { ...options, jobId: job.id } }));
      if (bulk.length > 0)
        await within(
          answerMs,
          queue().then((opened) => opened.addBulk(bulk)),
        );
    },
    start(work) {
      const workOff = ({ data, attemptsMade }: Job<MailJob>) => {
        const done = work(data, attemptsMade + 1);
        const ended = done.then(noted, noted).finally(() => underWay.delete(ended));
        underWay.add(ended);
        return done;
      };
      worker = new Worker<MailJob>(queueName, workOff, {
        ...{ connection: working, prefix, concurrency: emailsAtOnce, maxStalledCount: endless },
        ...{ lockDuration: lockMs, stalledInterval: stalledMs },
        settings: { backoffStrategy: (failed) => retryWaitMs(failed, random) },
      });
      worker.on("error", hear);
    },
    async close() {
      const closing = worker?.close();
      const last = Promise.all(underWay).then(() => wait(farewellMs, undefined, { ref: false }));
      // What has not ended by then waits for the server, which may be away for good.
      await Promise.race([closing, last, wait(closeTimeoutMs, undefined, { ref: false })]);
      closed = true;
      adding.disconnect();
      working.disconnect();
      worker?.disconnect().catch(() => {});
    },
  };
}

const noted = () => {};

async function openQueue(connection: Redis, reportError: (error: unknown) => void): Promise<Queue<MailJob>> {
  const queue = new Queue<MailJob>(queueName, { connection, prefix });
  queue.on("error", reportError);
  await queue.waitUntilReady();
  return queue;
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const tooLong = wait(ms, undefined, { signal: late.signal }).then(() => {
    throw new Error(`the queue of letters has not answered in ${ms} ms`);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    late.abort();
    tooLong.catch(() => {});
  }
}
