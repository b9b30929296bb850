import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { steadyTimers } from "./page-timers.ts";
import { reportPolicy, type Troubles, tokenOnScreen, watch } from "./troubles.ts";

/** A person with a separate browser: it shares neither cookies nor storage. */
export interface Visitor {
  context: BrowserContext;
  /** The first tab. */
  page: Page;
  troubles: Troubles;
  /** Closes the browser. Returns unexpected errors, but those that begin with `ignored`, and expected ones that never occurred. */
  leave(ignored?: readonly string[]): Promise<string[]>;
}

export interface Arriving {
  /** Signs the visitor in from the start with this token. */
  token?: string;
  width?: number;
  height?: number;
  /** The preference of the operating system. */
  theme?: "light" | "dark";
  userAgent?: string;
  /** The page's timers longer than this never fire; by default, toasts and redirects therefore wait for the test. */
  longestTimerMs?: number;
  /** A browser that nobody has used: with an empty cache and history, and for what outlasts a page, such as another clock. */
  fresh?: true;
}

/** Only a hanging action should reach it, even on the slowest machine. */
const patienceMs = 60_000;

/** Opens a browser at `origin`; nothing is loaded yet. */
export async function openVisitor(browser: Browser, origin: string, arriving: Arriving = {}): Promise<Visitor> {
  const { token, width = 1280, height = 800, theme = "light", userAgent, longestTimerMs } = arriving;
  const localStorage = token ? [{ name: "token", value: token }] : [];
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: theme,
    // Without animations, no test waits for one.
    reducedMotion: "reduce",
    storageState: { cookies: [], origins: token ? [{ origin, localStorage }] : [] },
    locale: "en-GB",
    timezoneId: "UTC",
    ...(userAgent && { userAgent }),
  });
  context.setDefaultTimeout(patienceMs);
  const troubles = watch(context, origin);
  await reportPolicy(context);
  await steadyTimers(context, longestTimerMs);
  const page = await context.newPage();
  return {
    context,
    page,
    troubles,
    async leave(ignored) {
      const left = await lookBack({ context, troubles }, ignored);
      await context.close();
      return left;
    },
  };
}

/** The errors so far that were neither expected nor `ignored`, the expected ones that never occurred, and then what the browser does. */
export async function lookBack(
  { context, troubles }: Pick<Visitor, "context" | "troubles">,
  ignored: readonly string[] = [],
): Promise<string[]> {
  // A round trip to each tab, so that all of its messages have arrived.
  const onScreen = await tokenOnScreen(context);
  const left = [...troubles.left(), ...onScreen].filter((line) => !ignored.some((start) => line.startsWith(start)));
  return left.length === 0 ? left : [...left, ...(await whatItDoes({ context, troubles }))];
}

/** What waits for an answer and what is shown, for whoever reads why a story failed. */
export async function whatItDoes({ context, troubles }: Pick<Visitor, "context" | "troubles">): Promise<string[]> {
  return [...troubles.waiting(), ...(await whatIsShown(context))];
}

/** Each tab's address, what its fields hold and the beginning of its text. */
const whatIsShown = (context: BrowserContext): Promise<string[]> =>
  Promise.all(
    context.pages().map(async (page) => {
      const shown = await page.evaluate(() => {
        const fields = [...document.querySelectorAll("input")].filter(({ type }) => type !== "password");
        return [...fields.map(({ name, value }) => `${name}=${value}`), document.body?.innerText.slice(0, 600)].join(
          " ",
        );
      });
      return `shown at ${page.url()}: ${shown.replaceAll(/\s+/g, " ")}`;
    }),
  );

/** The toast with this title; also works while a dialog is open, which hides everything else from the accessibility tree. */
export const toast = (page: Page, title: string): Locator =>
  page.locator('[role="region"][aria-label^="Notifications"] li').filter({ hasText: title });

/** The session's token in this tab's local storage, or null. */
export const storedToken = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem("token"));

/** The focused element: the name of the field or the label of the control. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element instanceof HTMLInputElement) return element.name;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

/** Path, query and fragment of the tab's address. */
export const address = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);
