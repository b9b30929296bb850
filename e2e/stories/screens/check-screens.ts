import type { Page } from "playwright-core";
import { describe } from "vitest";
import { sharedProduct } from "../../shared-product.ts";
import { story } from "../story.ts";
import { leftOut } from "./left-out.ts";
import { floating, overflow, violations } from "./look.ts";
import type { Screen } from "./screen.ts";
import { openStage } from "./stage.ts";

/** `npm run test:screens` sets it: every screen at every width in both themes, where `npm test` tries what differs most. */
const isWhole = process.env.WHOLE_SCREENS === "1";

const height = 800;

interface View {
  width: number;
  themes: readonly ("light" | "dark")[];
}

const whole: readonly View[] = [
  { width: 1280, themes: ["light", "dark"] },
  { width: 1600, themes: [] },
  { width: 768, themes: [] },
  { width: 375, themes: ["dark", "light"] },
  { width: 320, themes: [] },
];

/** Each view is rendered, so the next one changes as little as possible; the screen is reached in the first view. */
function viewsOf({ only }: Pick<Screen, "only">): readonly View[] {
  const shown = whole.filter(({ width }) => only === undefined || (only === "narrow") === width < 640);
  if (isWhole) return shown;
  const [first, ...others] = shown.filter(({ width }) => [1280, 375, 320].includes(width));
  return first ? [first, ...others.map(({ width }) => ({ width, themes: [] }))] : [];
}

/** The faults of what a tab shows, in each theme and at each width. */
export async function faults(page: Page, screen: Pick<Screen, "only">): Promise<string[]> {
  const found: string[] = [];
  const floated = await floating(page);
  for (const { width, themes } of viewsOf(screen)) {
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

/** Its stage is shared by all files of a worker. */
export const shown = story.extend("stage", { scope: "worker" }, async ({ browser }, { onCleanup }) => {
  const stage = await openStage(browser, (await sharedProduct()).url, { loadsEach: isWhole });
  onCleanup(() => stage.close());
  return stage;
});

/** A test for each of these screens, but for those that `npm test` leaves out. */
export function checkScreens(screens: readonly Screen[]): void {
  describe.concurrent("is accessible in both themes and fits the window", () => {
    for (const screen of screens.filter(({ name }) => isWhole || !leftOut.has(name))) {
      shown(screen.name, async ({ stage, expect }) => {
        const troubles = await stage.show(screen, async (page) => {
          expect(await faults(page, screen)).toEqual([]);
        });
        expect(troubles).toEqual([]);
      });
    }
  });
}
