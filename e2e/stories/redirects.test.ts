import type { BrowserContext, Page, Route } from "playwright-core";
import { describe } from "vitest";
import { member } from "../http/client.ts";
import { goWithin, shown } from "./paths.ts";
import { dashboard, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { address } from "./visitor.ts";

/** As they stand in the query, still encoded. */
const hostile = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "https:evil.example",
  "https://evil.example/dashboard",
  "/%09/evil.example",
  "%09//evil.example",
  "/%0a/evil.example",
  "/%2fevil.example",
  "/%5cevil.example",
  "%252f%252fevil.example",
  "/%252fevil.example",
  "javascript:alert(1)",
  "java%0ascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://evil.example/1",
  "/login?redirect=%2Flogin%3Fredirect%3D%252Flogin",
  "https://localhost@evil.example",
  "//%0d%0aevil.example",
  "/%0d%0aLocation:%20https://evil.example",
  "/\u2044evil.example",
  "/\uff0fevil.example",
  "\uff0f\uff0fevil.example",
  "/x/..//evil.example",
  "",
];
const good = [
  ["/docs", "/docs"],
  ["%2Fdocs%3Ftab%3Dapi-reference", "/docs?tab=api-reference"],
  ["/dashboard/../about", "/about"],
  [encodeURIComponent("/dashboard?from=https://evil.example"), "/dashboard?from=https://evil.example"],
] as const;

const signInAt = (redirect: string) => `/login?redirect=${redirect}`;

/** Another tab of the same browser ends what is kept there, and the first one hears of it. */
async function forgetIn(context: BrowserContext, page: Page): Promise<void> {
  const other = context.pages()[1] ?? (await context.newPage());
  if (other.url() === "about:blank") {
    await other.goto("/manifest.webmanifest");
    // A tab behind another one hardly draws, and every step in it would wait for that.
    await page.bringToFront();
  }
  // A tab hears of what another one has stored a moment later; nobody is told that nothing was removed.
  await other.waitForFunction(() => localStorage.getItem("token") !== null, null, { polling: 20 });
  await other.evaluate(() => localStorage.removeItem("token"));
  await page.getByRole("link", { name: "Sign Up" }).waitFor();
}

/** The first sign-in is real; its answer serves the others, because what follows is the browser's to decide and a hash takes its time. */
async function answerAgain(page: Page): Promise<void> {
  let first: Promise<{ status: number; body: string }> | null = null;
  const really = async (route: Route) => {
    const answer = await route.fetch();
    return { status: answer.status(), body: await answer.text() };
  };
  await page.route("**/api/auth/login", async (route) => {
    first ??= really(route);
    await route.fulfill({ ...(await first), contentType: "application/json" });
  });
}

describe.concurrent("the way back after signing in", () => {
  story("FE-03 T10 of somebody signed in already stays at home", async ({ visit, stack, expect }) => {
    const { token } = await member(stack.url);
    const { page } = await visit({ token });
    await page.goto("/about");
    await page.getByRole("button", { name: /^Account menu/ }).waitFor();
    for (const redirect of hostile) {
      await goWithin(page, "/nowhere");
      await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
      await goWithin(page, signInAt(redirect));
      await dashboard(page);
      expect(page.url(), redirect).toBe(`${stack.url}/dashboard`);
    }
    for (const [redirect, target] of good) {
      await goWithin(page, signInAt(redirect));
      await expect.poll(() => address(page)).toBe(target);
    }
  });

  story(
    "FE-03 T10 of somebody who opens such a link while signed in stays at home",
    async ({ visit, stack, expect }) => {
      const { token } = await member(stack.url);
      const { page } = await visit({ token });
      for (const redirect of hostile.slice(0, 4)) {
        await page.goto(signInAt(redirect));
        await dashboard(page);
        expect(page.url(), redirect).toBe(`${stack.url}/dashboard`);
      }
      for (const [redirect, target] of good) {
        await page.goto(signInAt(redirect));
        await page.waitForURL(`${stack.url}${target}`);
        await shown(page);
      }
    },
  );

  story("FE-03 T10 of somebody who signs in now stays at home", async ({ visit, stack, expect }) => {
    const person = await member(stack.url);
    const { page, context } = await visit();
    await page.goto("/login");
    await answerAgain(page);
    const arrivals = [...hostile.map((redirect) => [redirect, "/dashboard"] as const), ...good];
    for (const [redirect, target] of arrivals) {
      await goWithin(page, signInAt(redirect));
      await submitSignIn(page, person);
      await page.getByRole("button", { name: /^Account menu/ }).waitFor();
      expect(page.url(), redirect).toBe(`${stack.url}${target}`);
      await forgetIn(context, page);
    }
  });
});
