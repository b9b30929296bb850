import { holdStill } from "./screens/screen.ts";
import { story } from "./story.ts";

const kilobyte = 1000;

story("signing in costs less than 120 kB of compressed JavaScript before one can type", async ({ visit, expect }) => {
  const { page, context } = await visit();
  // What is fetched later, when there is time.
  await holdStill(context, 1000);
  await page.goto("/login");
  await page.getByLabel("Email").waitFor();
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ encodedBodySize, decodedBodySize }) => ({ encodedBodySize, decodedBodySize })),
  );
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  const sent = sum(scripts.map(({ encodedBodySize }) => encodedBodySize));
  expect(sent).toBeGreaterThan(50 * kilobyte);
  expect(sent).toBeLessThan(120 * kilobyte);
  expect(sent).toBeLessThan(sum(scripts.map(({ decodedBodySize }) => decodedBodySize)) / 2);
});
