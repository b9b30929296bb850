import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emailQueue, type LogJob, type LogJobs } from "../log-workers/log-jobs.ts";

const job = (): LogJob => ({ id: randomUUID(), stream: `user-${randomUUID()}`, version: 1 });
const jobs = (count: number) => Array.from({ length: count }, job);
const patience = { timeout: 30_000, interval: 5 };

/** For queues that let a test set how long `close` waits for emails in progress. */
interface OpenOptions {
  closeTimeoutMs?: number;
}

/**
 * The contract of every email queue. `open` returns an empty queue that waits as briefly as possible between attempts. `speed`: the factor
 * by which its waits are shorter than in production.
 */
export function logJobsContract(
  adapter: string,
  open: (options: OpenOptions) => LogJobs | Promise<LogJobs>,
  { speed = 1 } = {},
): void {
  describe(`mail jobs: ${adapter}`, { timeout: 60_000 }, () => {
    let queue: LogJobs;
    let closed: boolean;
    const opened = async (options: OpenOptions = {}) => {
      queue = await open(options);
      closed = false;
    };
    beforeEach(() => opened());
    afterEach(() => (closed ? undefined : queue.close()));
    const close = () => {
      closed = true;
      return queue.close();
    };
    /** Retries like the product does: a slow queue may refuse jobs although it has stored them. */
    const offer = (offered: LogJob[]) => vi.waitFor(() => queue.add(offered), patience);

    it("runs each job once, whether it was added before the start or after", async () => {
      const done: [LogJob, number][] = [];
      const [early, late] = [jobs(5), jobs(5)];
      const added = Promise.withResolvers<void>();
      await offer(early);
      queue.start(async (...worked) => {
        // A finished job may be added again, and then runs again.
        await added.promise;
        done.push(worked);
      });
      await offer(late);
      added.resolve();
      await vi.waitFor(() => expect(done).toHaveLength(10), patience);
      // Any other pending job would run before one that is added later.
      const last = job();
      await offer([last]);
      await vi.waitFor(() => expect(done).toContainEqual([last, 1]), patience);
      const expected = [...early, ...late, last].map((one) => [one, 1]);
      expect(done.toSorted(byId)).toEqual(expected.toSorted(byId as never));
    });

    it("adds no duplicate of a job that is waiting, running or to be retried", async () => {
      const [again, last] = [job(), job()];
      const attempts: number[] = [];
      const [failing, succeeding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const lastDone = vi.fn();
      await offer([again, again]);
      await offer([again]);
      queue.start(async ({ id }, number) => {
        if (id === last.id) return lastDone();
        attempts.push(number);
        await (attempts.length === 1 ? failing : succeeding).promise;
      });
      const offeredUntilAttempt = async (number: number) => {
        for (let offers = 0; offers < 3 || attempts.length < number; offers++) {
          await offer([again]);
          await wait(5);
        }
      };
      await offeredUntilAttempt(1);
      failing.reject(new Error("not yet"));
      await offeredUntilAttempt(2);
      succeeding.resolve();
      // Any other pending job would run before one that is added later.
      await offer([last]);
      await vi.waitFor(() => expect(lastDone).toHaveBeenCalled(), patience);
      expect(attempts).toEqual([1, 2]);
    });

    it("retries a failed job, and waits longer each time", async () => {
      const attempts: { number: number; at: number }[] = [];
      await offer([job()]);
      queue.start(async (_, number) => {
        attempts.push({ number, at: performance.now() });
        if (attempts.length < 3) throw new Error("not yet");
      });
      await vi.waitFor(() => expect(attempts).toHaveLength(3), patience);
      expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
      const [first = 0, second = 0, third = 0] = attempts.map(({ at }) => at);
      // One and two seconds, minus the milliseconds by which clocks differ and timers are early.
      expect(second - first).toBeGreaterThan(990 / speed - 1);
      expect(third - second).toBeGreaterThan(1990 / speed - 1);
    });

    it("runs other jobs while one keeps failing", async () => {
      const [failing, good] = [job(), jobs(10)];
      const done = new Set<string>();
      queue.start(async ({ id }) => {
        if (id === failing.id) throw new Error("never");
        done.add(id);
      });
      await offer([failing]);
      await offer(good);
      await vi.waitFor(() => expect(done).toEqual(new Set(good.map(({ id }) => id))), patience);
    });

    it("accepts a finished job again: the caller decides whether to repeat it", async () => {
      const done: string[] = [];
      const one = job();
      await offer([one]);
      queue.start(async ({ id }) => void done.push(id));
      await vi.waitFor(() => expect(done).toHaveLength(1), patience);
      await vi.waitFor(async () => {
        await offer([one]);
        expect(done.slice(0, 2)).toEqual([one.id, one.id]);
      }, patience);
    });

    it("runs a limited number at once, and closes when running jobs end, without starting waiting ones", async () => {
      const [begun, done]: [string[], string[]] = [[], []];
      const sent = Promise.withResolvers<void>();
      queue.start(async ({ id }) => {
        begun.push(id);
        await sent.promise;
        await wait(100 / speed);
        done.push(id);
      });
      await offer(jobs(10));
      await vi.waitFor(() => expect(begun).toHaveLength(emailQueue.atOnce), patience);
      await wait(400 / speed);
      expect([begun.length, done]).toEqual([emailQueue.atOnce, []]);
      const ended = close();
      sent.resolve();
      await ended;
      expect(begun).toHaveLength(emailQueue.atOnce);
      expect(done.toSorted()).toEqual(begun.toSorted());
    });

    it("closes although a job never ends", async () => {
      await close();
      await opened({ closeTimeoutMs: 50 });
      const begun = vi.fn();
      queue.start(() => {
        begun();
        return new Promise(() => {});
      });
      await offer([job()]);
      await vi.waitFor(() => expect(begun).toHaveBeenCalled(), patience);
      await close();
    });
  });
}

const byId = ([one]: [LogJob, number], [other]: [LogJob, number]) => (one.id < other.id ? -1 : 1);
