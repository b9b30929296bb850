import { DamagedEvent, type EventLog } from "@attestory/event-store/log/event-log.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { mailProgressStream, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { type LogWork, type LogWorker, startLogWorker } from "./log-worker.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const scratch = scratchServiceOfTest();
let worker: LogWorker | null;
let reportedErrors: unknown[];
let taken: string[];
/** The pauses, in milliseconds, before each new attempt to follow the log. */
let pauses: number[];
beforeEach(() => {
  worker = null;
  reportedErrors = [];
  taken = [];
  pauses = [];
});
afterEach(async () => {
  await worker?.close();
});

const happens = () => scratch.happened(userStream(userId), { type: "VerificationRequested", data: { userId } });

/** Starts a worker on a log with the test's own `follow`. */
async function work(follow: EventLog["follow"], work: Partial<LogWork> = {}) {
  const { log, sealing } = scratch;
  const pause = async (ms: number) => {
    pauses.push(ms);
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const parts = {
    log: Object.assign(Object.create(log), { follow }) as EventLog,
    now: () => new Date(),
    pause,
    random: () => 0,
  };
  worker = await startLogWorker(
    { ...parts, commandHandler: createCommandHandler(log, sealing) },
    {
      name: "mail",
      progress: { stream: mailProgressStream, type: "MailProgressed" },
      handle: async ({ type }) => void taken.push(type),
      unfinished: () => [],
      reportError: (error) => reportedErrors.push(error),
      ...work,
    },
  );
  return worker;
}

it("reports that it cannot follow the log, and retries with backoff until it can", async () => {
  await happens();
  let damaged = true;
  const started = await work(async function* (after, signal) {
    if (damaged) throw new DamagedEvent("the event at position 1 does not match its checksum");
    yield* scratch.log.follow(after, signal);
  });
  await expect.poll(() => started.readiness()).toBe("cannot follow the log");
  await expect.poll(() => pauses.length).toBeGreaterThanOrEqual(9);
  expect(pauses.slice(0, 9)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect([new Set(reportedErrors.map(String)), taken]).toEqual([
    new Set(["DamagedEvent: the event at position 1 does not match its checksum"]),
    [],
  ]);
  damaged = false;
  await expect.poll(() => taken).toEqual(["VerificationRequested"]);
  expect(started.readiness()).toBeNull();
});

it("waits only one second after each failure when every batch makes progress", async () => {
  for (let event = 0; event < 4; event++) await happens();
  const from: bigint[] = [];
  await work(async function* (after) {
    from.push(after);
    yield scratch.log.readAll(after, 1);
    throw new Error("the disk is away");
  });
  await expect.poll(() => taken.length).toBe(4);
  expect(from.slice(0, 4)).toEqual([0n, 1n, 2n, 3n]);
  // Empty reads may follow the fourth pause.
  await expect.poll(() => pauses.length).toBeGreaterThanOrEqual(4);
  expect(pauses.slice(0, 4)).toEqual([1000, 1000, 1000, 1000]);
});

it("writes a checkpoint once every few hundred events, however far apart their positions are", async () => {
  await happens();
  const [event] = await scratch.log.readAll(0n, 1);
  if (!event) throw new Error("nothing has happened");
  // Positions may be byte offsets, hundreds apart per event: counted in positions, each checkpoint would trigger the next.
  const after = (events: number) => ({ ...event, position: BigInt(events * 1000) });
  let given = 0;
  let most = 400;
  await work(async function* (_, signal) {
    while (!signal.aborted) {
      if (given < most) yield [after(++given)];
      else await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
  const checkpoints = async () => (await scratch.log.read(mailProgressStream)).events.map(({ data }) => data);
  await expect.poll(() => taken).toHaveLength(400);
  expect(await checkpoints()).toEqual([]);
  most = 700;
  await expect.poll(() => taken).toHaveLength(700);
  expect(await checkpoints()).toEqual([{ position: "500000" }]);
});

it("B14 keeps its checkpoint at the position before the first unfinished event, which is the one that it received", async () => {
  await happens();
  const [event] = await scratch.log.readAll(0n, 1);
  if (!event) throw new Error("nothing has happened");
  const far = (nth: number) => ({ ...event, position: BigInt(nth * 1000) });
  const unfinished: bigint[] = [];
  await work(
    async function* (_, signal) {
      yield Array.from({ length: 600 }, (__, index) => far(index + 1));
      while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1));
    },
    {
      handle: async ({ position }, before) => {
        taken.push("taken");
        if (position === 5000n) unfinished.push(before);
      },
      unfinished: () => unfinished,
    },
  );
  const checkpoints = async () => (await scratch.log.read(mailProgressStream)).events.map(({ data }) => data);
  await expect.poll(checkpoints).toEqual([{ position: "4000" }]);
});
