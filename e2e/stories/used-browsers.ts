import type { Browser, BrowserContext, Page } from "playwright-core";
import { letServiceAnswer } from "./screens/answers.ts";
import { rest } from "./screens/resting.ts";
import { watch } from "./troubles.ts";
import { type Arriving, lookBack, openVisitor, type Visitor } from "./visitor.ts";

interface Used {
  origin: string;
  context: BrowserContext;
  page: Page;
}

/** How many browsers wait for stories on other products, such as another of a worker's shared ones. */
const maxElsewhere = 4;

/** Opens visitors in browsers that others have left. A used one is twice as fast, because its cache has the app's files, compiled. */
export interface UsedBrowsers {
  open(origin: string, arriving: Arriving): Promise<Visitor>;
}

export function openUsedBrowsers(browser: Browser): UsedBrowsers {
  let free: Used[] = [];

  async function take(origin: string): Promise<Used | undefined> {
    const used = free.findLast((each) => each.origin === origin);
    free = free.filter((each) => each !== used);
    // The oldest: their products may have ended.
    const surplus = used ? [] : free.splice(0, free.length - maxElsewhere);
    await Promise.all(surplus.map(({ context }) => context.close()));
    return used;
  }

  return {
    async open(origin, arriving) {
      if (arriving.fresh || arriving.userAgent || arriving.longestTimerMs)
        return openVisitor(browser, origin, arriving);
      const used = await take(origin);
      const visitor = used ? await arriveIn(used, arriving) : await openVisitor(browser, origin, arriving);
      const { context, page } = visitor;
      return {
        ...visitor,
        async leave() {
          const left = await lookBack(visitor);
          if (left.length > 0 || page.isClosed()) {
            await context.close();
            return left;
          }
          const used = await cleared({ origin, context, page });
          // Only now: while it was cleared, another visitor may have replaced the list.
          free.push(used);
          return left;
        },
      };
    },
  };
}

async function arriveIn({ origin, context, page }: Used, { token, width = 1280, height = 800, theme }: Arriving) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme ?? "light" });
  if (token) await page.evaluate((value) => localStorage.setItem("token", value), token);
  return { context, page, troubles: watch(context, origin), leave: async () => [] };
}

/** Removes what the visitor left. The app rests, so that `enter` need not load it. */
async function cleared(used: Used): Promise<Used> {
  const { context, page } = used;
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await Promise.all([page, context].map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
  await letServiceAnswer(page);
  // A tab that is on its way to another page cannot rest.
  const rests = page.url().startsWith(`${used.origin}/`) && (await rest(page).catch(() => false));
  // A file of the same origin is enough to access its storage.
  if (!rests) await page.goto(`${used.origin}/favicon.svg`);
  for (const event of ["request", "requestfailed", "response", "console"] as const) page.removeAllListeners(event);
  await context.clearCookies();
  await context.clearPermissions();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const session = await context.newCDPSession(page);
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  return used;
}
