import type { Page } from "playwright-core";
import { describe } from "vitest";
import { sharedProduct } from "../../shared-product.ts";
import { story } from "../story.ts";
import { leftOut } from "./left-out.ts";
import { colourViolations, floating, overflow, violations } from "./look.ts";
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
  // What fits the narrowest window fits the next one.
  return shown.filter((view) => view === shown[0] || view.width === 320);
}

/** The faults of what a tab shows, in each theme and at each width. Colours are not tried again where the same ones have `passed`. */
export async function faults(page: Page, screen: Pick<Screen, "only">, passed?: Set<string>): Promise<string[]> {
  const found: string[] = [];
  const floated = await floating(page);
  for (const { width, themes } of viewsOf(screen)) {
    await page.setViewportSize({ width, height });
    found.push(...(await overflow(page)).map((line) => `${width}: ${line}`));
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      // The dark theme has the same elements in other colours.
      const structure = theme === "light" ? await violations(page) : [];
      const seen = [...structure, ...(await colourViolations(page, passed))];
      found.push(...seen.map((line) => `${width} ${theme}: ${line}`));
    }
  }
  if ((await floating(page)) < floated) found.push("something left the screen meanwhile");
  return found;
}

/** The colourings that passed on this worker's screens. */
const passed = isWhole ? undefined : new Set<string>();

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
          expect(await faults(page, screen, passed)).toEqual([]);
        });
        expect(troubles).toEqual([]);
      });
    }
  });
}
