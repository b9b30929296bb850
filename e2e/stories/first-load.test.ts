import { story } from "./story.ts";

const kilobyte = 1000;

story("signing in costs less than 120 kB of compressed JavaScript before one can type", async ({ visit, expect }) => {
  // Excludes files that are fetched later, when the page is idle.
  const { page } = await visit({ longestTimerMs: 1000 });
  await page.goto("/login");
  await page.getByLabel("Email").waitFor();
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ name, transferSize, encodedBodySize, decodedBodySize }) => ({
        name,
        isFromCache: transferSize === 0,
        encodedBodySize,
        decodedBodySize,
      })),
  );
  // Files are fetched first, and then imported from the cache.
  const transferred = scripts.filter(({ isFromCache }) => !isFromCache);
  expect(transferred.map(({ name }) => name).sort()).toEqual([...new Set(scripts.map(({ name }) => name))].sort());
  expect(scripts.length).toBeGreaterThan(transferred.length);
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  const sent = sum(transferred.map(({ encodedBodySize }) => encodedBodySize));
  expect(sent).toBeGreaterThan(50 * kilobyte);
  expect(sent).toBeLessThan(120 * kilobyte);
  expect(sent).toBeLessThan(sum(transferred.map(({ decodedBodySize }) => decodedBodySize)) / 2);
});
