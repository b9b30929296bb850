import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Long enough for who waited for the start to be answered first. */
const afterMs = 1000;

/**
 * Gives back, once and a moment from now, what start-up has thrown away. V8 has made room for 32 MB of it by then, and would keep
 * that room until the next full collection, which a process with little to do does not come to for hours.
 */
export function collectGarbageOfStart(): void {
  // The flag is the only way to the collector that needs no flag of whoever starts Node; it acts on contexts made from now on.
  setFlagsFromString("--expose-gc");
  const collect: (how: { type: "major"; flavor: "last-resort" }) => void = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  // The last resort is what also gives the room back.
  setTimeout(() => collect({ type: "major", flavor: "last-resort" }), afterMs).unref();
}
