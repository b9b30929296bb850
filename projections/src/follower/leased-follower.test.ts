import { openScratchService, type ScratchService } from "@attestory/events/testing/scratch-service.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Leases } from "../lease.ts";
import { openLeases, openReadStoreWriter } from "../store/open-read-store.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import { users } from "../users.ts";
import { followLeased } from "./leased-follower.ts";

let service: ScratchService;
let store: ReadStoreWriter;
let leases: Leases;

beforeEach(async () => {
  service = await openScratchService();
  store = await openReadStoreWriter(service);
  leases = await openLeases(service);
});
afterEach(() => Promise.all([store.close(), leases.close(), service.close()]));

/** The checkpoint cannot be read so many times. */
const locked = (failures: number): ReadStoreWriter => ({
  ...store,
  async checkpoint(name) {
    if (failures-- > 0) throw new Error("database is locked");
    return store.checkpoint(name);
  },
});

function following(from: ReadStoreWriter, stop: AbortController, told: string[]) {
  const { log, sealing } = service;
  const quiet = () => undefined;
  return followLeased(
    [users],
    {
      ...{ log, sealing, store: from, leases, holder: "a", onProgress: quiet, onFault: quiet },
      onStart: (standing) => told.push(`starts at ${[...standing.values()]}`),
      onTrouble: (error) => told.push(String(error)),
      onEnd: () => told.push("ends"),
      pause: async (_, signal) => {
        told.push("waits");
        if (told.length > 20) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    },
    stop.signal,
  );
}

it("tries again while it cannot be known from where it starts", async () => {
  const [stop, told] = [new AbortController(), [] as string[]];
  const { ended } = following(locked(2), stop, told);
  const trouble = ["Error: database is locked", "waits"];
  await expect.poll(() => told).toEqual([...trouble, ...trouble, "starts at 0"]);
  stop.abort();
  await ended;
  expect(told.at(-1)).toBe("ends");
});

it("can be stopped while it waits for that", async () => {
  const [stop, told] = [new AbortController(), [] as string[]];
  const { ended } = following(locked(Number.POSITIVE_INFINITY), stop, told);
  await expect.poll(() => told.length).toBeGreaterThan(20);
  stop.abort();
  await expect(ended).resolves.toBeUndefined();
  expect(told.at(-1)).toBe("ends");
});
