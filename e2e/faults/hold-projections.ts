import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { tracepointChannel } from "@attestory/runtime/tracepoints.ts";

/**
 * Loaded into the product by `--import`, in each of its threads: holds the one that folds the log, before it writes a batch, as the
 * file `HOLD_PROJECTIONS` tells. It holds a number, the milliseconds that each batch is held, or `stop`: for as long as it says so.
 */
const file = process.env.HOLD_PROJECTIONS ?? "";
const never = new Int32Array(new SharedArrayBuffer(4));
/** The thread does nothing at all meanwhile, like one that the system gives no time. */
const holdFor = (ms: number) => Atomics.wait(never, 0, 0, ms);

function told(): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

subscribe(tracepointChannel, (step) => {
  if (!String(step).startsWith("batch folded")) return;
  while (told() === "stop") holdFor(10);
  holdFor(Number(told()) || 0);
});
