import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { figures, untilToday } from "./analytics-figures.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const path = "/api/admin/analytics?**";
async function open(page: Page, body: object): Promise<void> {
  await asAdmin(page);
  await given(page, path, { body });
  await enter(page, "/admin/analytics");
  await page.getByRole("heading", { name: "Two-factor adoption" }).waitFor();
}

/** The tooltip stays where it was when the window becomes narrow. */
async function hoverLastDay(page: Page): Promise<void> {
  const chart = page.getByRole("img", { name: /^Line chart of sign-ins/ });
  const { width = 0 } = (await chart.boundingBox()) ?? {};
  await chart.hover({ position: { x: width - 8, y: 60 } });
  await chart.locator(".recharts-tooltip-wrapper").getByText("Sign-ins", { exact: false }).first().waitFor();
}

/** The figures for admins, in charts and tables. */
export const analyticsScreens: readonly Screen[] = [
  {
    name: "analytics",
    signedIn: true,
    async reach(page) {
      await open(page, figures(30, untilToday(30)));
      await page.getByText("not over yet").first().waitFor();
      await page.locator(".recharts-bar-rectangle").first().waitFor();
      await hoverLastDay(page);
    },
  },
  {
    name: "analytics-compared",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, path, { body: figures(30) });
      await given(page, "/api/admin/analytics?from=2026-08-02&to=2026-08-31", { body: figures(30, { start: -30 }) });
      await enter(page, "/admin/analytics?from=2026-09-01&to=2026-09-30");
      await page.getByText("% more than before").waitFor();
      await page.locator(".recharts-bar-rectangle").first().waitFor();
    },
  },
  {
    name: "analytics-of-weeks",
    signedIn: true,
    async reach(page) {
      await open(page, figures(81));
      await page.locator(".recharts-bar-rectangle").first().waitFor();
      await page.getByText("A week, by reason").waitFor();
    },
  },
  {
    name: "analytics-tables",
    signedIn: true,
    async reach(page) {
      await open(page, figures(30));
      for (const table of await page.getByRole("button", { name: ": Table" }).all()) await table.click();
      await page.getByRole("columnheader", { name: "Users with 2FA" }).waitFor();
    },
  },
  {
    name: "analytics-empty",
    signedIn: true,
    async reach(page) {
      await open(page, figures(7, { scale: 0 }));
      await page.getByText("No sign-ins in these days").waitFor();
    },
  },
  {
    name: "analytics-wrong-range",
    signedIn: true,
    async reach(page) {
      await open(page, figures(1));
      await page.getByText("A chart needs two days.").first().waitFor();
      await page.getByLabel("First day").fill("2020-01-01");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByText("At most 400 days").waitFor();
    },
  },
  {
    name: "analytics-loading",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, path);
      await enter(page, "/admin/analytics");
      await page.getByRole("status", { name: "Loading the figures" }).waitFor();
    },
  },
  {
    name: "analytics-problem",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/analytics"],
    async reach(page) {
      await asAdmin(page);
      await given(page, path, behind);
      await enter(page, "/admin/analytics");
      await page.getByText("The figures could not be loaded").waitFor();
    },
  },
];
