import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

/** Loaded into the product by `--import`: what waits for half a second or longer, such as another attempt, waits for a tenth of that. */
const shortened = (ms: number | undefined) => (ms !== undefined && ms >= 500 ? ms / 10 : ms);

const { setTimeout: sleep } = timers;
timers.setTimeout = (ms, ...rest) => sleep(shortened(ms), ...rest);
syncBuiltinESMExports();

const schedule = globalThis.setTimeout;
Object.assign(globalThis, {
  setTimeout: (run: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) =>
    schedule(run, shortened(ms), ...rest),
});
