import type { BrowserContext } from "playwright-core";

/** Toasts leave after 5 s and the notice before a redirect after 3 s; a quiet retry comes after 1 s. */
const defaultLongestMs = 2500;
/** React shows content no earlier than this after its placeholder. */
const placeholderMs = 300;
/** What waits no longer than this waits for its turn, not for time. */
const turnMs = 10;

/**
 * Makes what the pages of this browser show independent of how fast the machine is: nothing leaves a screen by itself, because timers
 * longer than `longestMs` never fire, and a placeholder gives way as soon as its content is there.
 */
export async function steadyTimers(context: BrowserContext, longestMs = defaultLongestMs): Promise<void> {
  await context.addInitScript(
    (limits) => {
      const schedule = window.setTimeout;
      Object.assign(window, {
        setTimeout(run: TimerHandler, ms = 0, ...rest: unknown[]) {
          if (ms > limits.longestMs) return 0;
          const isThrottled = ms > limits.turnMs && ms <= limits.placeholderMs;
          return schedule(run, isThrottled ? 0 : ms, ...rest);
        },
      });
    },
    { longestMs, placeholderMs, turnMs },
  );
}
