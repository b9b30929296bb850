import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { givenAdmin } from "../http/admins.ts";
import { altered } from "./screens/answers.ts";
import { storyOn } from "./story.ts";

/** A product of the admins' stories: elsewhere tests make applications, whose logos these screens would load. */
const alone = storyOn({ SESSION_IDLE_SECONDS: "3597" });

const range = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const today = () => dayAgo(0);

describe("the figures of an admin", () => {
  alone(
    "load their charts with this screen only, keep their range in the address, and show a table and a file",
    async ({ visit, stack, expect }) => {
      const { token } = await givenAdmin(stack);
      const { page } = await visit({ token });
      const isChart = (url: string) => /\/assets\/charts-/.test(url);
      const charts: string[] = [];
      page.on("request", (request) => {
        if (isChart(request.url())) charts.push(request.url());
      });
      // One day alone would be told in words.
      await altered(page, "/api/admin/analytics?**", ({ days, ...figures }: { days: { day: string }[] }) => ({
        ...figures,
        days: days.map((day) => (day.day === dayAgo(1) ? { ...day, signIns: 4 } : day)),
      }));
      await page.goto("/admin");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(charts).toEqual([]);
      await page.getByRole("link", { name: "Analytics" }).click();
      await page.getByRole("img", { name: /^Line chart of sign-ins/ }).waitFor();
      expect(charts.length).toBeGreaterThan(0);
      const signIns = page.getByRole("region", { name: "Sign-ins and sign-ups", exact: true });
      await signIns.getByRole("img", { name: /^Line chart of sign-ins/ }).waitFor();

      await page.getByRole("button", { name: "7 days" }).click();
      await expect.poll(() => range(page)).toEqual({ from: expect.any(String), to: today() });
      await page.getByLabel("First day").fill("2026-01-01");
      await page.getByLabel("Last day").fill("2026-01-02");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await expect.poll(() => range(page)).toEqual({ from: "2026-01-01", to: "2026-01-02" });
      await signIns.getByText("No sign-ins in these days").waitFor();
      await page.goBack();
      await signIns.getByRole("img", { name: /^Line chart of sign-ins/ }).waitFor();

      await signIns.getByText("A day, against the 7 days before").waitFor();
      await signIns.getByText("Sign-ins before", { exact: true }).waitFor();
      await signIns.getByRole("button", { name: "Table" }).click();
      const row = signIns.getByRole("row", { name: today() });
      const cells = (await row.getByRole("cell").allInnerTexts()).map((cell) => cell.replaceAll(",", ""));
      expect(Number(cells[1])).toBeGreaterThan(0);
      const downloaded = page.waitForEvent("download");
      await signIns.getByRole("button", { name: "CSV" }).click();
      const download = await downloaded;
      expect(download.suggestedFilename()).toMatch(/^sign-ins-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
      expect(lines[0]).toBe("Day,Sign-ins,Sign-ups,Sign-ins before");
      expect(lines).toHaveLength(8);
      expect(lines.at(-1)).toBe(cells.join(","));
    },
  );
});
