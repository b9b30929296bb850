import type { Page } from "playwright-core";
import { signedInScreens } from "../../web/src/signed-in-screens.ts";
import { defineInPage } from "./in-page.ts";

/** Every screen that is open to all visitors, an address without a screen, and each tab of the documentation. */
export const openPaths = [
  "/",
  "/login",
  "/register",
  "/verify-email",
  "/not-me",
  "/keep-account",
  "/account-shut",
  "/confirm-email",
  "/undo-email",
  "/resend-verification",
  "/unlock",
  "/forgot-password",
  "/reset-password",
  "/secured",
  "/docs",
  "/docs?tab=oauth-flow",
  "/docs?tab=api-reference",
  "/docs?tab=code-examples",
  "/docs/api",
  "/about",
  "/oauth/test",
  "/dev/inbox",
  "/nowhere/at-all",
] as const;

/** Screens for every signed-in user; other visitors see the sign-in form. */
export const ownPaths = Object.entries(signedInScreens).flatMap(([path, { isForm }]) =>
  isForm || path.endsWith("*?") ? [] : [path],
);

/** Waits until a screen is shown and not only its placeholder. */
export async function shown(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("heading", { level: 1 }).first().waitFor();
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
}

/** Navigates as a link within the app does, without loading the page again. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), path);

/**
 * Loads the first path and navigates to the others as links within the app do; calls `look` at each screen once it is shown.
 * `screens.test.ts` checks that every screen loads by its own address without errors.
 */
export async function visitEach(
  page: Page,
  paths: readonly string[],
  look: (path: string) => Promise<void>,
): Promise<void> {
  for (const [at, path] of paths.entries()) {
    await (at === 0 ? page.goto(path) : goWithin(page, path));
    await shown(page);
    await look(path);
  }
}

export interface Stop {
  /** The address to navigate to. */
  to: string;
  /** The address where it ends up, if that differs. */
  leadsTo?: string;
  /** A heading that is shown there, and was not shown at the stop before. */
  heading: string;
}

/**
 * Navigates to each address as links within the app do. Returns the elements that match `selector`. @throws if the app does not arrive
 */
export async function walk(
  page: Page,
  stops: readonly Stop[],
  selector = "no-such-element",
): Promise<{ to: string; elements: string[] }[]> {
  await defineInPage(page);
  return page.evaluate(
    async ({ stops, selector }) => {
      const headings = () =>
        [...document.querySelectorAll("main :is(h1, h2, h3)")].map((one) => one.textContent.trim());
      const seen = [];
      for (const { to, leadsTo = to, heading } of stops) {
        history.pushState(null, "", to);
        const { href } = new URL(leadsTo, location.origin);
        await window.inPage.until(
          () => location.href === href && headings().includes(heading),
          () => `not at ${href} but at ${location.href} with ${headings()}`,
        );
        seen.push({ to, elements: [...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML) });
      }
      return seen;
    },
    { stops, selector },
  );
}

/** Every address in the tab's history, including the current one. */
export async function historyOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send("Page.getNavigationHistory");
  await session.detach();
  return entries.map(({ url }) => url);
}
