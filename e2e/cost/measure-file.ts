import { afterAll } from "vitest";
import { processorTime } from "./processor-time.ts";
import { measureYardstick, warmUpYardstick } from "./yardstick.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The processor time, in seconds, that a test file took in its worker, in the browser and in the processes that it started. */
    processorSeconds?: number;
    /** The processor time, in milliseconds, of the yardstick right after the file: how fast the machine was. */
    yardstick?: number;
  }
}

const worker: { measured?: number } = globalThis as never;

// Loaded before each test file. What a worker does between two files belongs to the second one.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a hook needs.
afterAll(({}, file) => {
  if (worker.measured === undefined) warmUpYardstick();
  file.meta.yardstick = measureYardstick();
  const now = processorTime();
  file.meta.processorSeconds = now - (worker.measured ?? 0);
  worker.measured = now;
});
