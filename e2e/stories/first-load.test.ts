/** @module-tag embedded/own-compression */
import type { Page } from "playwright-core";
import { openPaths, shown } from "./paths.ts";
import { story } from "./story.ts";

const kilobyte = 1000;

/** Every request for a script so far. A file is fetched first, and then imported from the cache. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ name, transferSize, encodedBodySize, decodedBodySize }) => ({
        path: new URL(name).pathname,
        isFromCache: transferSize === 0,
        encodedBodySize,
        decodedBodySize,
      })),
  );

story(
  "loads less than 100 kB of compressed JavaScript before the sign-in form can be used",
  async ({ visit, expect }) => {
    // Excludes files that are fetched later, when the page is idle.
    const { page } = await visit({ fresh: true, longestTimerMs: 1000 });
    await page.goto("/login");
    await page.getByLabel("Email").waitFor();
    // A form fetches its schemas once it is shown.
    const scripts = (await scriptsOf(page)).filter(({ path }) => !path.startsWith("/assets/schemas-"));
    const transferred = scripts.filter(({ isFromCache }) => !isFromCache);
    expect(transferred.map(({ path }) => path).sort()).toEqual([...new Set(scripts.map(({ path }) => path))].sort());
    expect(scripts.length).toBeGreaterThan(transferred.length);
    const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
    const sent = sum(transferred.map(({ encodedBodySize }) => encodedBodySize));
    expect(sent).toBeGreaterThan(50 * kilobyte);
    expect(sent).toBeLessThan(100 * kilobyte);
    expect(sent).toBeLessThan(sum(transferred.map(({ decodedBodySize }) => decodedBodySize)) / 2);
  },
);

/** What a screen loads once it is shown: the schemas of its calls, and the longest tab of the documentation. */
const later = /^\/assets\/(schemas|call-list)-/;

story("loads only scripts that a screen's page names or announces", async ({ visit, stack, expect }) => {
  for (const path of openPaths.filter((path) => path !== "/nowhere/at-all")) {
    const { page } = await visit({ fresh: true, longestTimerMs: 1000 });
    await page.goto(path);
    await shown(page);
    const answer = await fetch(stack.url + path);
    const named = [...(await answer.text()).matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, file]) => file);
    const announced = [...(answer.headers.get("link") ?? "").matchAll(/<([^>]+)>/g)].map(([, file]) => file);
    const scripts = (await scriptsOf(page)).filter(({ path }) => !later.test(path));
    expect(announced.length, path).toBeGreaterThan(0);
    expect([...new Set(scripts.map(({ path }) => path))].sort(), path).toEqual([...named, ...announced].sort());
  }
});
