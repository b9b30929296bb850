import type { Page } from "playwright-core";
import { defineInPage } from "./in-page.ts";

/** Every screen that anybody may open, one that is none, and each tab of the documentation. */
export const openPaths = [
  "/",
  "/login",
  "/register",
  "/verify-email",
  "/resend-verification",
  "/forgot-password",
  "/docs",
  "/docs?tab=oauth-flow",
  "/docs?tab=api-reference",
  "/docs?tab=code-examples",
  "/about",
  "/dev/inbox",
  "/nowhere/at-all",
] as const;

/** What only a signed-in person sees; anybody else sees the sign-in form. */
export const ownPaths = ["/dashboard"] as const;

/** Waits until a screen stands there and not only its outline. */
export async function shown(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("heading", { level: 1 }).first().waitFor();
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
}

/** Goes to another address as a link within the app does, without loading the page again. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), path);

/**
 * Loads the first path and goes to the others as links within the app do; looks at each screen once it is shown. That every screen can
 * be loaded by its own address, without anything going wrong, is seen in `screens.test.ts`.
 */
export async function visitEach(
  page: Page,
  [first, ...others]: readonly [string, ...string[]],
  look: (path: string) => Promise<void>,
): Promise<void> {
  await page.goto(first);
  for (const path of [first, ...others]) {
    if (path !== first) await goWithin(page, path);
    await shown(page);
    await look(path);
  }
}

export interface Stop {
  /** The address to go to. */
  to: string;
  /** Where that leads, unless it stays. */
  leadsTo?: string;
  /** A heading that is shown there, and was not shown at the stop before. */
  heading: string;
}

/**
 * Goes to each address in turn, as links within the app do. Answers the elements that match `selector` at each. @throws when the app does not arrive
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

/** Every address that this tab can go back or forward to, and the one that it shows. */
export async function historyOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send("Page.getNavigationHistory");
  await session.detach();
  return entries.map(({ url }) => url);
}
