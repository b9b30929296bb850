import type { Page } from "playwright-core";
import { describe } from "vitest";
import { allScreens } from "./screens/all-screens.ts";
import { floating, overflow, violations } from "./screens/look.ts";
import type { Screen } from "./screens/screen.ts";
import { openStage } from "./screens/stage.ts";
import { story } from "./story.ts";

const height = 800;

/** Each view is rendered, so the next one changes as little as possible; the screen is reached in the first view. */
const views = [
  { width: 1280, themes: ["light", "dark"] },
  { width: 1600, themes: [] },
  { width: 768, themes: [] },
  { width: 375, themes: ["dark", "light"] },
  { width: 320, themes: [] },
] as const;

const isShownAt = (width: number, { only }: Pick<Screen, "only">) =>
  only === undefined || (only === "narrow") === width < 640;

/** The faults of what a tab shows, in each theme and at each width. */
async function faults(page: Page, screen: Pick<Screen, "only">): Promise<string[]> {
  const found: string[] = [];
  const floated = await floating(page);
  for (const { width, themes } of views.filter((view) => isShownAt(view.width, screen))) {
    await page.setViewportSize({ width, height });
    found.push(...(await overflow(page)).map((line) => `${width}: ${line}`));
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      // The dark theme has the same elements in other colours.
      const what = theme === "light" ? "everything" : "colours";
      found.push(...(await violations(page, what)).map((line) => `${width} ${theme}: ${line}`));
    }
  }
  if ((await floating(page)) < floated) found.push("something left the screen meanwhile");
  return found;
}

const shown = story.extend("stage", { scope: "file" }, async ({ stack, browser }, { onCleanup }) => {
  const stage = await openStage(browser, stack.url);
  onCleanup(() => stage.close());
  return stage;
});

describe.concurrent("every screen is accessible in both themes and fits every width", () => {
  for (const screen of allScreens) {
    shown(screen.name, async ({ stage, expect }) => {
      const troubles = await stage.show(screen, async (page) => {
        expect(await faults(page, screen)).toEqual([]);
      });
      expect(troubles).toEqual([]);
    });
  }
});

describe("the check of a screen", () => {
  story("finds low contrast, missing names and overflow", async ({ visit, expect }) => {
    const { page } = await visit();
    await page.goto("/about");
    await page.getByRole("heading", { name: "Works today" }).waitFor();
    expect(await faults(page, {})).toEqual([]);
    await page.getByRole("main").evaluate((main) => {
      const faint = document.createElement("p");
      faint.textContent = "too faint";
      Object.assign(faint.style, { color: "#777", width: "1400px" });
      main.append(faint, document.createElement("button"));
    });
    const found = (await faults(page, {})).map((line) => line.split(":", 2).join(":"));
    expect(found).toContain("1280 light: color-contrast");
    expect(found).toContain("375 dark: color-contrast");
    expect(found).toContain("375 light: button-name");
    expect(found).toContain("1280: 1400 px in 1280 px");
    expect(found.filter((line) => line.startsWith("1600:"))).toEqual([]);
  });
});
