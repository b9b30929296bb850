import { randomUUID } from "node:crypto";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { users } from "../read-models/users.ts";
import { openLeases, openReadStoreWriter } from "../store/open-read-store.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import type { Leases } from "./lease.ts";
import { followLeased, type LeasedFollowerParts } from "./leased-follower.ts";

let service: ScratchService;
let store: ReadStoreWriter;
let leases: Leases;

beforeEach(async () => {
  service = await openScratchService();
  store = await openReadStoreWriter(service);
  leases = await openLeases(service);
});
afterEach(() => Promise.all([store.close(), leases.close(), service.close()]));

/** A store whose first `failures` reads of a checkpoint fail. */
const locked = (failures: number): ReadStoreWriter => ({
  ...store,
  async checkpoint(name) {
    if (failures-- > 0) throw new Error("database is locked");
    return store.checkpoint(name);
  },
});

/** Follows until `stop`; `steps` gets what it does. */
function following(stop: AbortController, steps: string[], instead: Partial<LeasedFollowerParts> = {}) {
  const { log, sealing } = service;
  const quiet = () => undefined;
  return followLeased(
    [users],
    {
      log,
      sealing,
      store,
      leases,
      holder: "a",
      onProgress: quiet,
      onFault: quiet,
      leaseTimes: { leaseMs: 3000, renewEveryMs: 20 },
      onStart: (checkpoints) => steps.push(`starts at ${[...checkpoints.values()]}`),
      reportError: (error) => steps.push(String(error)),
      onEnd: () => steps.push("ends"),
      pause: async (_, signal) => {
        steps.push("waits");
        if (steps.length > 20) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
      ...instead,
    },
    stop.signal,
  );
}

it("retries while its checkpoint cannot be read", async () => {
  const [stop, steps] = [new AbortController(), [] as string[]];
  const { ended } = following(stop, steps, { store: locked(2) });
  const failure = ["Error: database is locked", "waits"];
  await expect.poll(() => steps).toEqual([...failure, ...failure, "starts at 0"]);
  stop.abort();
  await ended;
  expect(steps.at(-1)).toBe("ends");
});

it("can be stopped while its checkpoint cannot be read", async () => {
  const [stop, steps] = [new AbortController(), [] as string[]];
  const { ended } = following(stop, steps, { store: locked(Number.POSITIVE_INFINITY) });
  await expect.poll(() => steps.length).toBeGreaterThan(20);
  stop.abort();
  await expect(ended).resolves.toBeUndefined();
  expect(steps.at(-1)).toBe("ends");
});

it("RE-21 gives way to another process when it cannot read an event of a newer release, and retries later", async () => {
  const userId = randomUUID();
  const position = await service.happened(userStream(userId), { type: "VerificationRequested", data: { userId } });
  const [stop, older, newer] = [new AbortController(), [] as string[], [] as string[]];
  const waits: [number, () => void][] = [];
  const old = following(stop, older, {
    log: logWith(service.log, {
      // biome-ignore lint/correctness/useYield: it fails at the first event
      async *follow() {
        throw new UnreadableEvent("PasskeyAdded: no such type");
      },
    }),
    onFault: ({ projection }) => older.push(`${projection} stops`),
    pause: (ms, signal) =>
      new Promise((resolve) => {
        waits.push([ms, resolve]);
        signal.addEventListener("abort", () => resolve());
      }),
  });
  await expect.poll(() => older).toEqual(["starts at 0", `${users.name} stops`, "ends"]);
  const young = following(stop, newer, {
    holder: "b",
    onProgress: (positions) => newer.push(`is at ${positions.get(users.name)}`),
  });
  await expect.poll(() => newer).toEqual(["starts at 0", `is at ${position}`]);
  expect(waits.map(([ms]) => ms >= 10_000)).toEqual([true]);
  stop.abort();
  await Promise.all([old.ended, young.ended]);
});
