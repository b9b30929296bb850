import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { tracepointChannel } from "@attestory/runtime/tracepoints.ts";

/**
 * Loaded into the product by `--import`, in each of its threads. Holds the projecting thread before it writes a batch, as the
 * file `HOLD_PROJECTIONS` says: a number holds each batch for so many milliseconds, and `stop` holds it until the file changes.
 */
const file = process.env.HOLD_PROJECTIONS ?? "";
const never = new Int32Array(new SharedArrayBuffer(4));
/** Blocks the thread completely, like one that the system does not schedule. */
const holdFor = (ms: number) => Atomics.wait(never, 0, 0, ms);

function order(): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

subscribe(tracepointChannel, (step) => {
  if (!String(step).startsWith("batch folded")) return;
  while (order() === "stop") holdFor(10);
  holdFor(Number(order()) || 0);
});
