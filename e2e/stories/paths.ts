import type { Page } from "playwright-core";

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

export interface Stop {
  /** The address to go to. */
  to: string;
  /** Where that leads, unless it stays. */
  leadsTo?: string;
  /** A heading that is shown there, and was not shown at the stop before. */
  heading: string;
}

/**
 * Goes to each address in turn, as links within the app do. The loop runs inside the page, so a stop costs no call to the browser.
 * Answers the elements that match `selector` at each. @throws when the app does not arrive
 */
export const walk = (
  page: Page,
  stops: readonly Stop[],
  selector: string,
): Promise<{ to: string; elements: string[] }[]> =>
  page.evaluate(
    async ({ stops, selector }) => {
      const headings = () =>
        [...document.querySelectorAll("main :is(h1, h2, h3)")].map((one) => one.textContent.trim());
      const isAt = (address: string, heading: string) => location.href === address && headings().includes(heading);
      const arrive = async (address: string, heading: string) => {
        const hangs = AbortSignal.timeout(60_000);
        while (!isAt(address, heading)) {
          if (hangs.aborted) throw new Error(`not at ${address} but at ${location.href} with ${headings()}`);
          await new Promise((soon) => setTimeout(soon));
        }
      };
      const seen = [];
      for (const { to, leadsTo = to, heading } of stops) {
        history.pushState(null, "", to);
        await arrive(new URL(leadsTo, location.origin).href, heading);
        seen.push({ to, elements: [...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML) });
      }
      return seen;
    },
    { stops, selector },
  );

/** Every address that this tab can go back or forward to, and the one that it shows. */
export async function historyOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send("Page.getNavigationHistory");
  await session.detach();
  return entries.map(({ url }) => url);
}
