import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lettersAtOnce, type MailJob, type MailJobs } from "./mail-jobs.ts";

const job = (): MailJob => ({ id: randomUUID(), stream: `user-${randomUUID()}`, version: 1 });
const jobs = (count: number) => Array.from({ length: count }, job);
const patience = { timeout: 10_000, interval: 20 };

/** What a queue of letters promises. `open` gives an empty one, which waits no longer than it must between attempts. */
export function mailJobsContract(adapter: string, open: () => MailJobs | Promise<MailJobs>): void {
  describe(`jobs of the mail: ${adapter}`, { timeout: 30_000 }, () => {
    let queue: MailJobs;
    let closed: boolean;
    beforeEach(async () => {
      queue = await open();
      closed = false;
    });
    afterEach(() => (closed ? undefined : queue.close()));
    const close = () => {
      closed = true;
      return queue.close();
    };
    /** As whoever adds does: a queue that is slow for a moment refuses, though it may have kept them all the same. */
    const offer = (offered: MailJob[]) => vi.waitFor(() => queue.add(offered), patience);

    it("works each off once, whether it came before the start or after", async () => {
      const done: [MailJob, number][] = [];
      const [early, late] = [jobs(5), jobs(5)];
      const added = Promise.withResolvers<void>();
      await offer(early);
      queue.start(async (...worked) => {
        // What is over may be offered again, and is then done again.
        await added.promise;
        done.push(worked);
      });
      await offer(late);
      added.resolve();
      await vi.waitFor(() => expect(done).toHaveLength(10), patience);
      await wait(100);
      const expected = [...early, ...late].map((one) => [one, 1]);
      expect(done.toSorted(byId)).toEqual(expected.toSorted(byId as never));
    });

    it("takes none twice that waits, is under way or is to be tried again", async () => {
      const again = job();
      let attempts = 0;
      const offered = Promise.withResolvers<void>();
      await offer([again, again]);
      await offer([again]);
      queue.start(async () => {
        attempts++;
        await wait(100);
        if (attempts === 1) throw new Error("not yet");
        await offered.promise;
      });
      for (let look = 0; look < 20; look++) {
        await offer([again]);
        await wait(20);
      }
      offered.resolve();
      await vi.waitFor(() => expect(attempts).toBe(2), patience);
      await wait(200);
      expect(attempts).toBe(2);
    });

    it("tries again after what failed, and waits longer each time", async () => {
      const attempts: { number: number; at: number }[] = [];
      await offer([job()]);
      queue.start(async (_, number) => {
        attempts.push({ number, at: performance.now() });
        if (attempts.length < 3) throw new Error("not yet");
      });
      await vi.waitFor(() => expect(attempts).toHaveLength(3), patience);
      expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
      const [first = 0, second = 0, third = 0] = attempts.map(({ at }) => at);
      // A second and two, less a quarter, and the millisecond that timers may be early.
      expect(second - first).toBeGreaterThan(749);
      expect(third - second).toBeGreaterThan(1499);
    });

    it("does not let one that fails hold up the others", async () => {
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

    it("may be given one again that is over: whether it is to be done again is not the queue's to say", async () => {
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

    it("sends so many at once and no more, and waits at its end for those under way and not for those that wait", async () => {
      const [begun, done]: [string[], string[]] = [[], []];
      const sent = Promise.withResolvers<void>();
      queue.start(async ({ id }) => {
        begun.push(id);
        await sent.promise;
        await wait(100);
        done.push(id);
      });
      await offer(jobs(10));
      await vi.waitFor(() => expect(begun).toHaveLength(lettersAtOnce), patience);
      await wait(400);
      expect([begun.length, done]).toEqual([lettersAtOnce, []]);
      const closing = performance.now();
      const ended = close();
      sent.resolve();
      await ended;
      // A letter that never ends is given up after five.
      expect(performance.now() - closing).toBeLessThan(3000);
      expect(begun).toHaveLength(lettersAtOnce);
      expect(done.toSorted()).toEqual(begun.toSorted());
    });

    it("ends although a letter does not", async () => {
      queue.start(() => new Promise(() => {}));
      await offer([job()]);
      await wait(200);
      const closing = performance.now();
      await close();
      expect(performance.now() - closing).toBeLessThan(7000);
    });
  });
}

const byId = ([one]: [MailJob, number], [other]: [MailJob, number]) => (one.id < other.id ? -1 : 1);
