import { randomBytes } from "node:crypto";
import { findChromium } from "@attestory/e2e/browser/find-chromium.ts";
import { launchChromium } from "@attestory/e2e/browser/launch-chromium.ts";
import { freePort, startAsOperator } from "@attestory/e2e/start-stack.ts";
import lighthouse from "lighthouse";
import { figure } from "./figures.ts";

/** `npm run lighthouse [-- path …]` measures the first load of the public pages. Exits with 1 if a median score is too low. */
const pages = ["/login", "/register", "/docs", "/docs/api", "/about"];
const rounds = 5;
/** The lowest median that passes. */
const wanted = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;

type Category = keyof typeof wanted;
const categories = Object.keys(wanted) as Category[];

const asked = process.argv.slice(2);
const unknown = asked.filter((path) => !pages.includes(path));
if (unknown.length > 0) {
  process.stderr.write(`no page ${unknown.join(", ")}; there are ${pages.join(", ")}\n`);
  process.exit(64);
}

// First, because a missing browser ends this program and would leave an already started service running.
const chromium = await findChromium();
const product = await startAsOperator({
  NODE_ENV: "production",
  RATE_LIMITS: "on",
  MASTER_KEY: randomBytes(32).toString("base64"),
  // No page sends an email, so the mail server need not exist.
  SMTP_URL: "smtp://127.0.0.1:1",
});

/** Scores from 0 to 100 of one load in a new browser, which has cached nothing. Lighthouse's default configuration is its mobile preset. */
async function loadOnce(url: string): Promise<Record<Category, number>> {
  const port = await freePort();
  const browser = await launchChromium(chromium, [`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: categories });
    const report = result?.lhr;
    if (!report || report.runtimeError) throw new Error(`${url}: ${report?.runtimeError?.message ?? "no report"}`);
    const scoreOf = (category: Category) => Math.round((report.categories[category]?.score ?? 0) * 100);
    return {
      performance: scoreOf("performance"),
      accessibility: scoreOf("accessibility"),
      "best-practices": scoreOf("best-practices"),
      seo: scoreOf("seo"),
    };
  } finally {
    await browser.close();
  }
}

const row = (cells: readonly string[]) =>
  `${cells
    .map((cell) => cell.padEnd(20))
    .join("")
    .trimEnd()}\n`;

/** Prints one row: of each category the median, and the lowest and the highest where they differ. Returns whether it passes. */
async function measure(path: string): Promise<boolean> {
  const loads: Record<Category, number>[] = [];
  for (let round = 0; round < rounds; round++) loads.push(await loadOnce(`${product.url}${path}`));
  const figures = categories.map((category) => ({ category, ...figure(loads.map((load) => load[category])) }));
  const cells = figures.map(({ min, median, max }) => (min === max ? `${median}` : `${median} (${min} to ${max})`));
  process.stdout.write(row([path, ...cells]));
  return figures.every(({ category, median }) => median >= wanted[category]);
}

let passes = true;
try {
  process.stdout.write(row(["", ...categories]));
  for (const path of asked.length > 0 ? asked : pages) passes = (await measure(path)) && passes;
  process.stdout.write(row(["wanted", ...categories.map((category) => `${wanted[category]}`)]));
} finally {
  await product.remove();
}
process.exitCode = passes ? 0 : 1;
