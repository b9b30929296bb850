import { builtWebApp } from "@attestory/standalone/web-build.ts";
import { expect, test } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { startInProcess } from "../start-in-process.ts";
import { type Arriving, type Visitor, whatItDoes } from "./visitor.ts";
import { holdWorkerBrowser, workerUsedBrowsers } from "./worker-browser.ts";

/**
 * A test in a real browser. A worker has one `stack` and one `browser`, which its files share; `visit` opens browser contexts.
 * When the test ends, each must be free of errors, policy violations, dialogs, unexpected refusals, and calls to another origin.
 */
export const story = test
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend("stack", { scope: "file" }, ({}) => sharedProduct())
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const { browser, letGo } = await holdWorkerBrowser();
    onCleanup(letGo);
    return browser;
  })
  .extend("browsers", { scope: "worker" }, ({ browser }) => workerUsedBrowsers(browser))
  .extend("visit", async ({ browsers, stack, task }, { onCleanup }) => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      const hasFailed = task.result?.state === "fail";
      const seen = hasFailed ? await Promise.all(visitors.map(whatItDoes)) : [];
      const troubles = await Promise.all(visitors.map((visitor) => visitor.leave()));
      expect([...new Set([...troubles, ...seen].flat())], "what went wrong in the browsers").toEqual([]);
    });
    return async (arriving: Arriving = {}): Promise<Visitor> => {
      const visitor = await browsers.open(stack.url, arriving);
      visitors.push(visitor);
      return visitor;
    };
  });

/**
 * A test on a product with these settings, which other files with the same settings share. Without `extend` first, `override` would change
 * `story` itself: the files of a worker share its module, so every later one would run on this product.
 */
export const storyOn = (settings: Record<string, string>) =>
  story
    .extend("product", { scope: "file" }, () => sharedProduct(settings))
    .override("stack", { scope: "file" }, ({ product }) => product);

/** A test on a product of the file's own, `product`, whose time only the tests move. */
export const storyOnStoppedClock = () =>
  story
    // biome-ignore lint/correctness/noEmptyPattern: as above
    .extend("product", { scope: "file" }, async ({}, { onCleanup }) => {
      const product = await startInProcess({}, { webApp: await builtWebApp(() => {}) });
      product.stopClock();
      onCleanup(() => product.remove());
      return product;
    })
    .override("stack", { scope: "file" }, ({ product }) => product);
