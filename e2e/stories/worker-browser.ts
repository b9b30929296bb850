import type { Browser } from "playwright-core";
import { launchChromium } from "../browser/launch-chromium.ts";
import { providedChromium } from "../browser/provided-chromium.ts";
import { openUsedBrowsers, type UsedBrowsers } from "./used-browsers.ts";

let browser: Promise<Browser> | undefined;
let used: UsedBrowsers | undefined;
let holders = 0;

/**
 * The one browser of this worker. Vitest has each story that `extend` makes start the fixtures of a worker again, and ends all of them with
 * the worker. So the first of them starts the browser, and the last to let go of it closes it.
 */
export async function holdWorkerBrowser(): Promise<{ browser: Browser; letGo(): Promise<void> }> {
  holders++;
  browser ??= launchChromium(providedChromium());
  const held = await browser;
  return {
    browser: held,
    async letGo() {
      holders--;
      if (holders === 0) await held.close();
    },
  };
}

export const workerUsedBrowsers = (running: Browser): UsedBrowsers => {
  used ??= openUsedBrowsers(running);
  return used;
};
