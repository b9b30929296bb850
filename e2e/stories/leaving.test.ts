import type { Page } from "playwright-core";
import { describe } from "vitest";
import { call, givenSignedInUser } from "../http/client.ts";
import { goWithin, shown } from "./paths.ts";
import { letServiceAnswer, unanswered } from "./screens/answers.ts";
import { enter } from "./screens/resting.ts";
import { dashboard, logOut, signIn } from "./steps.ts";
import { story } from "./story.ts";
import { storedToken } from "./visitor.ts";

/** Everything that a tab shows or keeps, as text: the document with its fields' values, storage, history. */
const everythingIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const fields = [...document.querySelectorAll("input")].map(({ value }) => value);
    const caches = "caches" in globalThis ? await globalThis.caches.keys() : [];
    const kept = [{ ...localStorage }, { ...sessionStorage }, history.state, caches, await indexedDB.databases()];
    return [document.documentElement.outerHTML, ...fields, JSON.stringify(kept), document.cookie].join("\n");
  });

const signedOut = async (page: Page) => {
  await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
  await page.getByRole("link", { name: "Sign Up" }).waitFor();
};

describe.concurrent("logging out in one tab", () => {
  story("FE-09 empties the other tabs at once, with everything they had read", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page, context } = await visit();
    await signIn(page, person);
    const [withDialog, elsewhere] = [await context.newPage(), await context.newPage()];
    await elsewhere.goto("/about");
    await elsewhere.getByRole("button", { name: /^Account menu/ }).waitFor();
    await withDialog.goto("/dashboard");
    await withDialog.getByRole("button", { name: "Manage active sessions" }).click();
    await withDialog.getByRole("dialog").getByText("This device").first().waitFor();
    expect(await everythingIn(withDialog)).toContain(person.email);
    const asked: string[] = [];
    context.on("request", (request) => request.url().includes("/api/") && asked.push(new URL(request.url()).pathname));

    await page.bringToFront();
    await logOut(page);
    await withDialog.waitForURL("**/login?redirect=%2Fdashboard");
    await signedOut(withDialog);
    await elsewhere.getByRole("link", { name: "Sign Up" }).waitFor();
    for (const tab of [page, withDialog, elsewhere]) {
      const left = await everythingIn(tab);
      for (const own of [person.email, person.username, "This device", "ats_"]) expect(left).not.toContain(own);
      expect(await storedToken(tab)).toBeNull();
    }
    expect(new Set(asked)).toEqual(new Set(["/api/auth/logout"]));

    // The next account sees nothing that was read before.
    const another = await givenSignedInUser(stack.url);
    await withDialog.bringToFront();
    await withDialog.getByLabel("Email").fill(another.email);
    await withDialog.getByLabel("Password", { exact: true }).fill(another.password);
    await withDialog.getByRole("button", { name: "Sign In", exact: true }).click();
    await dashboard(withDialog);
    expect(await withDialog.getByLabel("Email").inputValue()).toBe(another.email);
    expect(await everythingIn(withDialog)).not.toContain(person.email);
    await withDialog.getByRole("button", { name: "Manage active sessions" }).click();
    await withDialog.getByRole("dialog").getByText("This device").first().waitFor();
    expect(
      await withDialog
        .getByRole("dialog")
        .getByRole("button", { name: /^Revoke (?!all)/ })
        .count(),
    ).toBe(1);
    await elsewhere.getByRole("button", { name: /^Account menu/ }).waitFor();
  });
});

story(
  "FE-09 shows the next account no list of the last one, also not while its own is read",
  async ({ visit, stack, expect }) => {
    const [person, another] = [await givenSignedInUser(stack.url), await givenSignedInUser(stack.url)];
    const { page } = await visit({ token: person.token });
    await enter(page, "/dashboard/activity");
    const entry = page.getByRole("main").getByText("Signed in").first();
    await entry.waitFor();
    await logOut(page);
    await unanswered(page, "/api/user/activity**");
    await page.evaluate((token) => {
      localStorage.setItem("token", token);
      dispatchEvent(new StorageEvent("storage", { key: "token" }));
    }, another.token);
    await dashboard(page);
    await goWithin(page, "/dashboard/activity");
    const loading = page.getByRole("status", { name: "Loading your activity" });
    await loading.or(entry).waitFor();
    expect([await loading.count(), await entry.count()]).toEqual([1, 0]);
    await letServiceAnswer(page);
  },
);

describe.concurrent("going back after logging out", () => {
  story("SE-14 shows nothing of the account, at any step", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page, context } = await visit();
    const kept: string[] = [];
    context.on("response", (response) => {
      const { pathname } = new URL(response.url());
      const document = response.request().resourceType() === "document";
      if (!pathname.startsWith("/api/") && !document) return;
      if (response.headers()["cache-control"] !== "no-store" || response.fromServiceWorker()) kept.push(pathname);
    });
    await signIn(page, person);
    await page.getByRole("button", { name: "Manage active sessions" }).click();
    await page.getByRole("dialog").getByText("This device").waitFor();
    await page.keyboard.press("Escape");
    // One navigation within the app, and one that loads a page.
    await page.getByRole("link", { name: "About" }).first().click();
    await shown(page);
    await page.goto("/dashboard?again");
    await page.getByRole("heading", { name: "Account settings" }).waitFor();
    await page.goto("/docs");
    await shown(page);
    await logOut(page);

    const asked: string[] = [];
    context.on("request", (request) => request.url().includes("/api/") && asked.push(request.url()));
    for (let step = 0; step < 4; step++) {
      await page.goBack();
      await shown(page);
      await page.getByRole("link", { name: "Sign Up" }).waitFor();
      const left = await everythingIn(page);
      for (const own of [person.email, person.username, "Account settings"]) expect(left).not.toContain(own);
    }
    expect(asked).toEqual([]);
    expect(kept).toEqual([]);
    const token = person.token;
    expect((await call(stack.url, "GET /api/auth/me", { token })).headers.get("cache-control")).toBe("no-store");
  });
});
