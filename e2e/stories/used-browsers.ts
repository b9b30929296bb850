import type { Browser, BrowserContext, Page } from "playwright-core";
import { watch } from "./troubles.ts";
import { type Arriving, lookBack, openVisitor, type Visitor } from "./visitor.ts";

interface Used {
  origin: string;
  context: BrowserContext;
  page: Page;
}

/** Opens visitors in browsers that others have left. A used one is twice as fast, because its cache has the app's files, compiled. */
export interface UsedBrowsers {
  open(origin: string, arriving: Arriving): Promise<Visitor>;
  close(): Promise<void>;
}

export function openUsedBrowsers(browser: Browser): UsedBrowsers {
  let free: Used[] = [];

  async function take(origin: string): Promise<Used | undefined> {
    const elsewhere = free.filter((used) => used.origin !== origin);
    free = free.filter((used) => used.origin === origin);
    // Their products have ended.
    await Promise.all(elsewhere.map(({ context }) => context.close()));
    return free.pop();
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
    async close() {
      await Promise.all(free.map(({ context }) => context.close()));
    },
  };
}

async function arriveIn({ origin, context, page }: Used, { token, width = 1280, height = 800, theme }: Arriving) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme ?? "light" });
  if (token) await page.evaluate((value) => localStorage.setItem("token", value), token);
  return { context, page, troubles: watch(context, origin), leave: async () => [] };
}

/** Removes what the visitor left. A file of the same origin is enough to access its storage. */
async function cleared(used: Used): Promise<Used> {
  const { context, page } = used;
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await page.goto(`${used.origin}/favicon.svg`);
  await Promise.all([page, context].map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
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
