import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Long enough that requests which waited for the start are answered first. */
const afterMs = 1000;

/** Frees the garbage of start-up once, after `afterMs`. docs/decisions/measured-reasons.md has the figures. */
export function collectGarbageOfStart(): void {
  // Setting the flag here exposes the collector without a command-line flag. It affects only contexts created from now on.
  setFlagsFromString("--expose-gc");
  const collect: (how: { type: "major"; flavor: "last-resort" }) => void = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  // Only the `last-resort` flavor also returns the memory to the system.
  setTimeout(() => collect({ type: "major", flavor: "last-resort" }), afterMs).unref();
}
