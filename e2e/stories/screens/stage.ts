import type { Browser, Page } from "playwright-core";
import { translateAllPages } from "../translator.ts";
import { openVisitor, type Visitor } from "../visitor.ts";
import { letServiceAnswer } from "./answers.ts";
import { type Cast, gatherCast } from "./cast.ts";
import { rest } from "./resting.ts";
import type { Screen } from "./screen.ts";

/** Shows screens one after the other in the same few tabs, because a used tab is four times as fast. */
export interface Stage {
  /** Reaches the screen and calls `look`. Returns unexpected errors on the way, and expected ones that did not occur. */
  show(screen: Screen, look: (page: Page) => Promise<void>): Promise<string[]>;
  close(): Promise<void>;
}

const height = 800;

interface Setting {
  /** Each screen loads the app, although from most screens a link could lead to the next one. */
  loadsEach?: boolean;
  /** A translator works on every page. */
  isTranslated?: boolean;
}

/** Needs an unused service; opens as many tabs as screens are shown at once. */
export async function openStage(
  browser: Browser,
  url: string,
  { loadsEach = true, isTranslated = false }: Setting = {},
): Promise<Stage> {
  const cast = await gatherCast(url);
  const free: Visitor[] = [];
  const all: Visitor[] = [];
  /** Tabs whose page has changed more than the app can forget. */
  const spoiled = new WeakSet<Visitor>();

  const open = async () => {
    const visitor = await openVisitor(browser, url);
    if (isTranslated) await translateAllPages(visitor.context);
    all.push(visitor);
    return visitor;
  };

  return {
    async show(screen, look) {
      const visitor = free.pop() ?? (await open());
      const loads = loadsEach || screen.alone === true || spoiled.has(visitor);
      await leaveScreen(visitor.page, loads);
      await clear(visitor, cast, screen);
      if (screen.alone) spoiled.add(visitor);
      else spoiled.delete(visitor);
      const before = visitor.troubles.seen.length;
      await screen.reach(visitor.page, cast);
      await look(visitor.page);
      const came = visitor.troubles.seen.slice(before);
      free.push(visitor);
      const { troubles = [], translatedTroubles = troubles } = screen;
      return unexpected(came, isTranslated ? translatedTroubles : troubles);
    },
    async close() {
      await Promise.all(all.map(({ context }) => context.close()));
    },
  };
}

/** Leaves the app if it must, because the next screen needs it to be loaded anew or because something of this screen would stay. */
async function leaveScreen(page: Page, loads: boolean): Promise<void> {
  const rests = !loads && (await rest(page));
  // A file of the same origin is enough to access its storage.
  if (!rests) await page.goto("/favicon.svg");
  // Only now: else the page would receive the answers to the calls that were held back, and for example ask for a hardware key.
  await letServiceAnswer(page);
}

/** Removes the other traces of the previous screen. */
async function clear({ page, context }: Visitor, { juniper }: Cast, { signedIn, only }: Screen): Promise<void> {
  await context.clearCookies();
  await page.evaluate(
    (token) => {
      localStorage.clear();
      if (token) localStorage.setItem("token", token);
    },
    signedIn ? juniper.token : "",
  );
  // Else a chart would show its tooltip where the last screen's button was.
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: only === "narrow" ? 375 : 1280, height });
}

const unexpected = (came: readonly string[], expected: readonly string[]) => [
  ...came.filter((line) => !expected.some((start) => line.startsWith(start))),
  ...expected.filter((start) => !came.some((line) => line.startsWith(start))).map((start) => `never came: ${start}`),
];
