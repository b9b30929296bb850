import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { steadyTimers } from "./page-timers.ts";
import { type Troubles, tokenOnScreen, watch } from "./troubles.ts";

/** Somebody with a browser of their own: cookies and storage are shared with nobody. */
export interface Visitor {
  context: BrowserContext;
  /** The first tab. */
  page: Page;
  troubles: Troubles;
  /** Closes the browser. Answers what went wrong in it and was not expected. */
  leave(): Promise<string[]>;
}

export interface Arriving {
  /** Signed in already, by this token. */
  token?: string;
  width?: number;
  height?: number;
  /** What the operating system prefers. */
  theme?: "light" | "dark";
  userAgent?: string;
  /** The page's own timers that are longer than this never fire; unless said, toasts and redirects wait for the test. */
  longestTimerMs?: number;
}

/** Only an action that hangs should meet it, on the slowest machine. */
const patienceMs = 60_000;

/** Opens a browser at `origin`; nothing is loaded yet. */
export async function openVisitor(browser: Browser, origin: string, arriving: Arriving = {}): Promise<Visitor> {
  const { token, width = 1280, height = 800, theme = "light", userAgent, longestTimerMs } = arriving;
  const localStorage = token ? [{ name: "token", value: token }] : [];
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: theme,
    // Nothing waits for what moves.
    reducedMotion: "reduce",
    storageState: { cookies: [], origins: token ? [{ origin, localStorage }] : [] },
    locale: "en-GB",
    timezoneId: "UTC",
    ...(userAgent && { userAgent }),
  });
  context.setDefaultTimeout(patienceMs);
  const troubles = await watch(context, origin);
  await steadyTimers(context, longestTimerMs);
  const page = await context.newPage();
  return {
    context,
    page,
    troubles,
    async leave() {
      // A round trip to each tab, so that whatever it had to say has arrived.
      const onScreen = await tokenOnScreen(context);
      await context.close();
      return [...troubles.left(), ...onScreen];
    },
  };
}

/** The toast with this title; also while a dialog is open, which hides everything else from the tree that roles are read from. */
export const toast = (page: Page, title: string): Locator =>
  page.locator('[role="region"][aria-label^="Notifications"] li').filter({ hasText: title });

/** The session's token that this tab's browser keeps, or null. */
export const storedToken = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem("token"));

/** What has the focus: the name of the field or the words of the control. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element instanceof HTMLInputElement) return element.name;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

/** Path, query and fragment of where the tab is. */
export const address = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);
