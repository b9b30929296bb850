import type { Page } from "playwright-core";
import { goWithin } from "../paths.ts";
import { address } from "../visitor.ts";
import { endUnanswered } from "./answers.ts";
import { floating } from "./look.ts";

/** No screen has this address, so the app shows there that there is nothing. */
const restingPath = "/between-two-screens";

/** Opens an address of the app. A resting tab goes there as a link within the app would, which costs a fraction of loading it. */
export async function enter(page: Page, path: string): Promise<void> {
  if (address(page) !== restingPath) {
    await page.goto(path);
    return;
  }
  await page.evaluate((to) => {
    // As if the visitor had signed in from another tab.
    dispatchEvent(new StorageEvent("storage", { key: "token" }));
    history.pushState(null, "", to);
  }, path);
}

/**
 * Leads a tab away from its screen without leaving the app. The app forgets all that it has read. False if something of the screen is
 * left, such as a question that waits for its answer: then only leaving the app removes it.
 */
export async function rest(page: Page): Promise<boolean> {
  // Of a file that is not the app.
  if (!(await page.evaluate(() => document.getElementById("main") !== null))) return false;
  await endUnanswered(page);
  await goWithin(page, restingPath);
  // Before the session goes: without one, the screen would lead to the sign-in form.
  await page.getByRole("heading", { name: "There is nothing at this address", includeHidden: true }).waitFor();
  await page.evaluate(forgetAll);
  return (await floating(page)) === 0;
}

/** In the page: removes what the browser keeps and what the app has read. */
async function forgetAll(): Promise<void> {
  const rendered = async () => {
    for (const _ of ["chosen", "drawn"]) await new Promise((drawn) => requestAnimationFrame(drawn));
  };
  // Closes a question that still waits for its answer.
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  const tokenChanged = () => dispatchEvent(new StorageEvent("storage", { key: "token" }));
  localStorage.clear();
  sessionStorage.clear();
  tokenChanged();
  await rendered();
  // A visitor without a session had no token to lose. With another one, the app drops what it has read, before it asks for its user.
  localStorage.setItem("token", "another");
  tokenChanged();
  localStorage.clear();
  tokenChanged();
  for (const toast of document.querySelectorAll<HTMLElement>('[aria-label="Dismiss"]')) toast.click();
  await rendered();
}
