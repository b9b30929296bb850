import { expect, it } from "vitest";
import { prepareWorkers, WorkerProcess } from "./worker-process.ts";

/** This process learns of nothing meanwhile. */
const blockFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it("outlives a message to a worker that has just ended", async () => {
  prepareWorkers();
  const worker = new WorkerProcess({});
  worker.kill();
  blockFor(200);
  expect(await worker.measure()).toEqual([]);
  expect(await worker.exited).toEqual({ code: null, signal: "SIGKILL" });
  expect(await worker.started).toMatchObject({ name: "WorkersFault" });
});
