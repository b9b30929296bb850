import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqliteLeases } from "../store/sqlite/leases.ts";
import { type Leases, whileLeased } from "./lease.ts";

const folder = temporaryFolder();
const leaseMs = 3000;
const names = ["pets@1", "stones@1"];
let files = 0;

/** Leases for one test, on a clock that only the test moves. */
function opened() {
  const clock = { now: Date.parse("2026-03-01T12:00:00.000Z") };
  const times = { leaseMs, renewEveryMs: 2, now: () => clock.now };
  const leases = openSqliteLeases(join(folder, `${++files}.sqlite`), times.now);
  const history: string[] = [];
  const stops: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await leases.close();
  });
  /** How many requests for a lease have completed or failed, by holder. */
  const asked = new Map<string, number>();
  const counting = (by: Leases): Leases => ({
    ...by,
    take: (name, holder, ms) =>
      by.take(name, holder, ms).finally(() => asked.set(holder, (asked.get(holder) ?? 0) + 1)),
  });
  /** Resolves when the holder has requested all of the leases again, whatever the answer. */
  const asksAgain = async (holder: string) => {
    // Two rounds: the current one may have started before.
    const rounds = (asked.get(holder) ?? 0) + 2 * names.length;
    await expect.poll(() => asked.get(holder) ?? 0, { interval: 1 }).toBeGreaterThanOrEqual(rounds);
  };
  /** Records when its work begins and ends. Call the returned function to stop it. */
  const working = (holder: string, by: Leases = leases) => {
    const stopping = new AbortController();
    const work = async (signal: AbortSignal) => {
      history.push(`${holder} begins`);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      history.push(`${holder} ends`);
    };
    const ended = whileLeased({ leases: counting(by), names, holder, times }, work, stopping.signal);
    const stop = () => {
      stopping.abort();
      return ended;
    };
    stops.push(stop);
    return stop;
  };
  return { clock, times, leases, history, working, asksAgain };
}

describe("work that needs leases", () => {
  it("starts for one holder while the other waits, and for the other at once when the first stops", async () => {
    const { clock, history, working, asksAgain } = opened();
    const stopFirst = working("a");
    await expect.poll(() => history).toEqual(["a begins"]);
    working("b");
    // Runs for longer than a lease, with renewals in time.
    for (let passed = 0; passed <= leaseMs; passed += leaseMs - 1) {
      clock.now += leaseMs - 1;
      await asksAgain("a");
      await asksAgain("b");
    }
    expect(history).toEqual(["a begins"]);
    await stopFirst();
    // The clock does not move: the lease was released, and has not expired.
    await expect.poll(() => history).toEqual(["a begins", "a ends", "b begins"]);
  });

  it("RE-11 ends for a holder that has lost a lease, as after a long pause, and starts for the next", async () => {
    const { leases, history, working } = opened();
    let paused = false;
    working("a", { ...leases, take: async (...asked) => (paused ? null : leases.take(...asked)) });
    await expect.poll(() => history).toEqual(["a begins"]);
    paused = true;
    working("b");
    await expect.poll(() => history).toEqual(["a begins", "a ends", "b begins"]);
  });

  it("continues through a failure shorter than the lease, and ends after a longer one", async () => {
    const { clock, leases, history, working, asksAgain } = opened();
    let isFailing = false;
    working("a", {
      ...leases,
      take: async (...asked) => {
        if (isFailing) throw new Error("database is locked");
        return leases.take(...asked);
      },
    });
    await expect.poll(() => history).toEqual(["a begins"]);
    for (let round = 0; round < 2; round++) {
      isFailing = true;
      clock.now += leaseMs - 1;
      await asksAgain("a");
      isFailing = false;
      await asksAgain("a");
    }
    expect(history).toEqual(["a begins"]);
    isFailing = true;
    clock.now += leaseMs;
    await expect.poll(() => history).toEqual(["a begins", "a ends"]);
  });

  it("releases the leases when it fails", async () => {
    const { times, leases } = opened();
    const failing = () => Promise.reject(new Error("the disk is full"));
    const never = new AbortController().signal;
    await expect(whileLeased({ leases, names, holder: "a", times }, failing, never)).rejects.toThrow("full");
    for (const name of names) expect(await leases.take(name, "b", leaseMs)).not.toBeNull();
  });
});
