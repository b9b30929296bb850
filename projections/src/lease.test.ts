import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "@attestory/events/testing/temporary-folder.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Leases, whileLeased } from "./lease.ts";
import { openLeases } from "./store/open-read-store.ts";

const dataDir = temporaryFolder();
const times = { leaseMs: 300, renewEveryMs: 30 };
const names = ["users@1", "sessions@1"];
let generation = 0;
let leases: Leases;
let told: string[];
let stops: AbortController[];

beforeEach(async () => {
  leases = await openLeases({ dataDir, generation: ++generation });
  told = [];
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) stop.abort();
  await sleep(60);
  await leases.close();
});

/** Tells when it begins and ends to work; `stop` ends it. */
function working(holder: string, by: Leases = leases) {
  const stop = new AbortController();
  stops.push(stop);
  const work = async (signal: AbortSignal) => {
    told.push(`${holder} begins`);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    told.push(`${holder} ends`);
  };
  const ended = whileLeased(by, names, holder, work, stop.signal, times);
  return {
    stop() {
      stop.abort();
      return ended;
    },
  };
}

it("lets one work while the other waits, and the other at once when the first is stopped", async () => {
  const first = working("a");
  await expect.poll(() => told).toEqual(["a begins"]);
  working("b");
  await sleep(500);
  expect(told).toEqual(["a begins"]);
  await first.stop();
  await expect.poll(() => told, { timeout: 250 }).toEqual(["a begins", "a ends", "b begins"]);
});

it("RE-11 tells the one who lost a lease, as after a long pause, and lets the other on", async () => {
  let paused = false;
  const pausing: Leases = { ...leases, take: async (...asked) => (paused ? null : leases.take(...asked)) };
  working("a", pausing);
  await expect.poll(() => told).toEqual(["a begins"]);
  paused = true;
  working("b");
  await expect.poll(() => told, { timeout: 3000 }).toEqual(["a begins", "a ends", "b begins"]);
});

it("goes on through trouble that is shorter than the lease, and not through longer", async () => {
  let trouble = false;
  const failing: Leases = {
    ...leases,
    take: async (...asked) => {
      if (trouble) throw new Error("database is locked");
      return leases.take(...asked);
    },
  };
  working("a", failing);
  await expect.poll(() => told).toEqual(["a begins"]);
  trouble = true;
  await sleep(100);
  trouble = false;
  await sleep(400);
  expect(told).toEqual(["a begins"]);
  trouble = true;
  await expect.poll(() => told, { timeout: 3000 }).toEqual(["a begins", "a ends"]);
});

it("gives the leases back when the work fails", async () => {
  const failing = () => Promise.reject(new Error("the disk is full"));
  const never = new AbortController().signal;
  await expect(whileLeased(leases, names, "a", failing, never, { ...times, leaseMs: 60_000 })).rejects.toThrow("full");
  for (const name of names) expect(await leases.take(name, "b", 60_000)).not.toBeNull();
});
