import { subscribe } from "node:diagnostics_channel";
import { readFileSync, rmSync, writeSync } from "node:fs";
import { tracepointChannel } from "@attestory/runtime/tracepoints.ts";

/** Loaded by `--import`: at a step, the process sends itself the signal that the file `SIGNAL_AT` names as `<signal> <step>`. */
const file = process.env.SIGNAL_AT ?? "";

const wanted = (): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

subscribe(tracepointChannel, (step) => {
  const [signal = "", ...at] = wanted().split(" ");
  if (at.join(" ") !== step) return;
  rmSync(file);
  writeSync(1, "signalled\n");
  process.kill(process.pid, signal);
});
