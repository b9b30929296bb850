import type { Browser } from "playwright-core";
import { launchChromium } from "../browser/launch-chromium.ts";
import { providedChromium } from "../browser/provided-chromium.ts";
import { openUsedBrowsers, type UsedBrowsers } from "./used-browsers.ts";

let browser: Promise<Browser> | undefined;
let used: UsedBrowsers | undefined;

/**
 * The one browser of this worker. Vitest starts a fixture of a worker again for each story that is made by `extend`, and ends all of them
 * with the worker: so here it is started by the first of them.
 */
export const workerBrowser = (): Promise<Browser> => {
  browser ??= launchChromium(providedChromium());
  return browser;
};

export const workerUsedBrowsers = (running: Browser): UsedBrowsers => {
  used ??= openUsedBrowsers(running);
  return used;
};
