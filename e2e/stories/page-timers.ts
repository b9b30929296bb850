import type { BrowserContext } from "playwright-core";

/** Toasts close after 5 s and the notice before a redirect after 3 s; an automatic retry comes after 1 s. */
const defaultLongestMs = 2500;
/** The minimum time for which React shows a placeholder before its content. */
const placeholderMs = 300;
/** Timers up to this long only yield, and do not wait for time to pass. */
const turnMs = 10;

/**
 * Makes the pages of this browser independent of the machine's speed: nothing disappears by itself, because timers
 * longer than `longestMs` never fire, and content replaces its placeholder as soon as it is available.
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
