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

    it("works each off once, whether it came before the start or after", async () => {
      const done: [MailJob, number][] = [];
      const [early, late] = [jobs(5), jobs(5)];
      await queue.add(early);
      queue.start(async (...worked) => void done.push(worked));
      await queue.add(late);
      await vi.waitFor(() => expect(done).toHaveLength(10), patience);
      await wait(100);
      const expected = [...early, ...late].map((one) => [one, 1]);
      expect(done.toSorted(byId)).toEqual(expected.toSorted(byId as never));
    });

    it("takes none twice that waits, is under way or is to be tried again", async () => {
      const again = job();
      let attempts = 0;
      await queue.add([again, again]);
      await queue.add([again]);
      queue.start(async () => {
        await wait(100);
        if (++attempts === 1) throw new Error("not yet");
      });
      for (let look = 0; look < 20 && attempts < 2; look++) {
        await queue.add([again]);
        await wait(20);
      }
      await vi.waitFor(() => expect(attempts).toBe(2), patience);
      await wait(200);
      expect(attempts).toBe(2);
    });

    it("tries again after what failed, and waits longer each time", async () => {
      const attempts: { number: number; at: number }[] = [];
      queue.start(async (_, number) => {
        attempts.push({ number, at: performance.now() });
        if (attempts.length < 3) throw new Error("not yet");
      });
      await queue.add([job()]);
      await vi.waitFor(() => expect(attempts).toHaveLength(3), patience);
      expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
      const [first = 0, second = 0, third = 0] = attempts.map(({ at }) => at);
      // A second and two, less a quarter, and the millisecond that timers may be early.
      expect(second - first).toBeGreaterThan(749);
      expect(third - second).toBeGreaterThan(1499);
    });

    it("does not let one that fails hold up the others", async () => {
      const [failing, good] = [job(), jobs(10)];
      const done: string[] = [];
      queue.start(async ({ id }) => {
        if (id === failing.id) throw new Error("never");
        done.push(id);
      });
      await queue.add([failing]);
      await queue.add(good);
      await vi.waitFor(() => expect(done.toSorted()).toEqual(good.map(({ id }) => id).toSorted()), patience);
    });

    it("may be given one again that is over: whether it is to be done again is not the queue's to say", async () => {
      const done: string[] = [];
      queue.start(async ({ id }) => void done.push(id));
      const one = job();
      await queue.add([one]);
      await vi.waitFor(() => expect(done).toHaveLength(1), patience);
      await wait(100);
      await queue.add([one]);
      await vi.waitFor(() => expect(done).toEqual([one.id, one.id]), patience);
    });

    it("sends so many at once and no more, and waits at its end for those under way and not for those that wait", async () => {
      const [begun, done]: [string[], string[]] = [[], []];
      let most = 0;
      queue.start(async ({ id }) => {
        begun.push(id);
        most = Math.max(most, begun.length - done.length);
        await wait(500);
        done.push(id);
      });
      await queue.add(jobs(10));
      await vi.waitFor(() => expect(begun).toHaveLength(lettersAtOnce), patience);
      const closing = performance.now();
      await close();
      // A letter that never ends is given up after five.
      expect(performance.now() - closing).toBeLessThan(3000);
      expect(begun).toHaveLength(lettersAtOnce);
      expect([most, done.toSorted()]).toEqual([lettersAtOnce, begun.toSorted()]);
    });

    it("ends although a letter does not", async () => {
      queue.start(() => new Promise(() => {}));
      await queue.add([job()]);
      await wait(200);
      const closing = performance.now();
      await close();
      expect(performance.now() - closing).toBeLessThan(7000);
    });
  });
}

const byId = ([one]: [MailJob, number], [other]: [MailJob, number]) => (one.id < other.id ? -1 : 1);
