import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "@attestory/events/testing/temporary-folder.ts";
import { describe, it, type TestContext } from "vitest";
import { type Leases, whileLeased } from "./lease.ts";
import { openLeases } from "./store/open-read-store.ts";

const dataDir = temporaryFolder();
/** Longer than a busy machine stands still: a lease would run out under whoever works. */
const times = { leaseMs: 3000, renewEveryMs: 30 };
const longerThanALease = 3500;
const names = ["users@1", "sessions@1"];
let generation = 0;

/** Leases that are one test's own, and what those who work under them tell. */
async function opened({ onTestFinished }: Pick<TestContext, "onTestFinished">) {
  const leases = await openLeases({ dataDir, generation: ++generation });
  const told: string[] = [];
  const stops: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await leases.close();
  });
  /** Tells when it begins and ends to work. What is given back stops it. */
  const working = (holder: string, by: Leases = leases) => {
    const stopping = new AbortController();
    const work = async (signal: AbortSignal) => {
      told.push(`${holder} begins`);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      told.push(`${holder} ends`);
    };
    const ended = whileLeased(by, names, holder, work, stopping.signal, times);
    const stop = () => {
      stopping.abort();
      return ended;
    };
    stops.push(stop);
    return stop;
  };
  return { leases, told, working };
}

describe.concurrent("whoever works while it holds the leases", () => {
  it("lets one work while the other waits, and the other at once when the first is stopped", async (test) => {
    const { told, working } = await opened(test);
    const stopFirst = working("a");
    await test.expect.poll(() => told).toEqual(["a begins"]);
    working("b");
    await sleep(longerThanALease);
    test.expect(told).toEqual(["a begins"]);
    await stopFirst();
    await test.expect.poll(() => told, { timeout: 2500 }).toEqual(["a begins", "a ends", "b begins"]);
  });

  it("RE-11 tells the one who lost a lease, as after a long pause, and lets the other on", async (test) => {
    const { leases, told, working } = await opened(test);
    let paused = false;
    const pausing: Leases = { ...leases, take: async (...asked) => (paused ? null : leases.take(...asked)) };
    working("a", pausing);
    await test.expect.poll(() => told).toEqual(["a begins"]);
    paused = true;
    working("b");
    await test.expect.poll(() => told, { timeout: 15_000 }).toEqual(["a begins", "a ends", "b begins"]);
  });

  it("goes on through trouble that is shorter than the lease, and not through longer", async (test) => {
    const { leases, told, working } = await opened(test);
    let trouble = false;
    const failing: Leases = {
      ...leases,
      take: async (...asked) => {
        if (trouble) throw new Error("database is locked");
        return leases.take(...asked);
      },
    };
    working("a", failing);
    await test.expect.poll(() => told).toEqual(["a begins"]);
    trouble = true;
    await sleep(100);
    trouble = false;
    await sleep(longerThanALease);
    test.expect(told).toEqual(["a begins"]);
    trouble = true;
    await test.expect.poll(() => told, { timeout: 15_000 }).toEqual(["a begins", "a ends"]);
  });

  it("gives the leases back when the work fails", async (test) => {
    const { leases } = await opened(test);
    const failing = () => Promise.reject(new Error("the disk is full"));
    const never = new AbortController().signal;
    const lasting = { ...times, leaseMs: 60_000 };
    await test.expect(whileLeased(leases, names, "a", failing, never, lasting)).rejects.toThrow("full");
    for (const name of names) test.expect(await leases.take(name, "b", 60_000)).not.toBeNull();
  });
});
