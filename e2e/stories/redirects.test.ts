import type { Page, Route } from "playwright-core";
import { describe } from "vitest";
import { givenSignedInUser, type Person } from "../http/client.ts";
import { defineInPage } from "./in-page.ts";
import { goWithin, shown, walk } from "./paths.ts";
import { dashboard } from "./steps.ts";
import { story } from "./story.ts";
import { address } from "./visitor.ts";

/** Values as they appear in the query, still encoded. */
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

interface Arrival {
  redirect: string;
  target: string;
}

/** Signs in with each redirect in turn and waits until it reaches its target. After each, another tab signs out. */
async function signInWithEach(page: Page, { email, password }: Person, arrivals: readonly Arrival[]): Promise<void> {
  await defineInPage(page);
  const steps = arrivals.map(({ redirect, target }) => ({ from: signInAt(redirect), target }));
  await page.evaluate(
    async ({ steps, credentials }) => {
      const { until, send } = window.inPage;
      const isShown = (selector: string) => document.querySelector(selector) !== null;
      for (const { from, target } of steps) {
        const describe = () => `${from} led to ${location.href}`;
        history.pushState(null, "", from);
        await until(() => isShown("input[name=password]"), describe);
        send(credentials);
        const { href } = new URL(target, location.origin);
        await until(() => location.href === href && isShown("button[aria-label^='Account menu']"), describe);
        localStorage.removeItem("token");
        dispatchEvent(new StorageEvent("storage", { key: "token" }));
        await until(() => isShown("header a[href^='/register']"), describe);
      }
    },
    { steps, credentials: { email, password } },
  );
}

/** The first sign-in is real and its answer is reused: the browser decides what follows, and hashing takes time. */
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
  story("FE-03 T10 stays on this site for a signed-in user", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page } = await visit({ token });
    await page.goto("/about");
    await page.getByRole("button", { name: /^Account menu/ }).waitFor();
    const nowhere = { to: "/nowhere", heading: "There is nothing at this address" };
    const home = { leadsTo: "/dashboard", heading: "Account settings" };
    await walk(
      page,
      hostile.flatMap((redirect) => [nowhere, { to: signInAt(redirect), ...home }]),
    );
    for (const [redirect, target] of good) {
      await goWithin(page, signInAt(redirect));
      await expect.poll(() => address(page)).toBe(target);
    }
  });

  story("FE-03 T10 stays on this site when a signed-in user opens such a link", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
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
  });

  story("FE-03 T10 stays on this site for a user who signs in", async ({ visit, stack }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    await page.goto("/login");
    await answerAgain(page);
    await signInWithEach(page, person, [
      ...hostile.map((redirect) => ({ redirect, target: "/dashboard" })),
      ...good.map(([redirect, target]) => ({ redirect, target })),
    ]);
  });
});
