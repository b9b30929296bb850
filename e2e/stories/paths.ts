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

/** Every address that this tab can go back or forward to, and the one that it shows. */
export async function historyOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send("Page.getNavigationHistory");
  await session.detach();
  return entries.map(({ url }) => url);
}
