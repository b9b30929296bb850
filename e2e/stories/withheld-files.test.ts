/** @module-tag embedded/one-process */
import { builtWebApp } from "@attestory/standalone/web-build.ts";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { startFileFaults } from "../stand-ins/file-faults.ts";
import { startInProcess } from "../start-in-process.ts";
import { goWithin } from "./paths.ts";
import { story } from "./story.ts";
import { toast, type Visitor } from "./visitor.ts";

/** Every visitor reaches the service through the proxy. */
const withheld = story
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend("files", { scope: "file" }, async ({}, { onCleanup }) => {
    const files = await startFileFaults();
    onCleanup(() => files.close());
    return files;
  })
  .override("stack", { scope: "file" }, async ({ files }, { onCleanup }) => {
    const product = await startInProcess({ PUBLIC_URL: files.url }, { webApp: await builtWebApp(() => {}) });
    onCleanup(() => product.remove());
    files.target(product.url);
    return { ...product, url: files.url };
  });

const inbox = (page: Page) => page.getByRole("heading", { name: "Inbox", exact: true });

/** From the sign-in screen, follows a link inside the app to a screen whose code does not load. */
async function openBrokenInbox({ page, troubles }: Visitor, trouble: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").waitFor();
  await page.evaluate(() => document.documentElement.setAttribute("data-not-reloaded", ""));
  for (const line of [trouble, "console error: LoadFailure"]) troubles.expect(line);
  await goWithin(page, "/dev/inbox");
  await page.getByText("This screen could not be shown").waitFor();
}

const isReloaded = (page: Page) => page.evaluate(() => !document.documentElement.hasAttribute("data-not-reloaded"));

// One after the other: they share the proxy.
describe("when the app's files do not arrive", () => {
  withheld.for([
    { title: "a screen's own file is not answered", path: /\/assets\/dev-inbox-/, how: "reset" },
    { title: "a screen's own file breaks off", path: /\/assets\/dev-inbox-/, how: "broken off" },
    { title: "a file that screens share is not answered", path: /\/assets\/layers-/, how: "reset" },
    { title: "a file that screens share breaks off", path: /\/assets\/layers-/, how: "broken off" },
  ] as const)(
    "$title: the screen appears on a later attempt, without a reload",
    async ({ path, how }, { visit, files, expect }) => {
      const visitor = await visit({ fresh: true });
      const { page } = visitor;
      files.withhold(path, how);
      await openBrokenInbox(visitor, "no answer: GET /assets/");
      await page.getByText("The service could not be reached.").waitFor();
      const before = files.withheld.length;
      await page.getByRole("button", { name: "Try again" }).click();
      await expect.poll(() => files.withheld.length).toBeGreaterThan(before);
      await page.getByText("This screen could not be shown").waitFor();

      files.deliver();
      await page.getByRole("button", { name: "Try again" }).click();
      await inbox(page).waitFor();
      expect(await isReloaded(page)).toBe(false);
    },
  );

  withheld("loads a screen after leaving and returning", async ({ visit, files, expect }) => {
    const visitor = await visit({ fresh: true });
    const { page } = visitor;
    files.withhold(/\/assets\/layers-/, "reset");
    await openBrokenInbox(visitor, "no answer: GET /assets/layers-");
    files.deliver();
    await goWithin(page, "/about");
    await page.getByRole("heading", { name: "What it does" }).waitFor();
    await goWithin(page, "/dev/inbox");
    await inbox(page).waitFor();
    expect(await isReloaded(page)).toBe(false);
  });

  withheld("loads a menu on a retry, and keeps a form's values", async ({ visit, files, expect }) => {
    const { page, troubles } = await visit({ fresh: true, width: 375 });
    // A file that every menu and dialog uses.
    files.withhold(/\/assets\/layers-/, "reset");
    for (const line of ["no answer: GET /assets/layers-", "console error: LoadFailure"]) troubles.expect(line);
    await page.goto("/register");
    await page.getByLabel("First name").fill("Juniper");
    const again = page.getByRole("button", { name: "Load the menu again" });
    await again.click();
    await again.waitFor();

    files.deliver();
    await again.click();
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Close" }).click();
    expect(await page.getByLabel("First name").inputValue()).toBe("Juniper");
  });

  withheld("loads the code of toasts with the next toast", async ({ visit, stack, files, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit({ fresh: true, token });
    files.withhold(/\/assets\/toaster-/, "broken off");
    troubles.expect("no answer: GET /assets/toaster-");
    await page.goto("/dashboard");
    const save = page.getByRole("button", { name: "Save" });
    await page.getByLabel("First name").fill("Juniper");
    await save.click();
    await page.getByRole("button", { name: "Dismiss" }).click();
    expect(files.withheld.at(-1)).toContain("/assets/toaster-");

    files.deliver();
    await page.getByLabel("Last name").fill("Hale");
    await save.click();
    await toast(page, "Profile updated").waitFor();
  });

  withheld("offers to reload the page after a new deployment", async ({ visit, files, expect }) => {
    const visitor = await visit({ fresh: true });
    const { page } = visitor;
    files.withhold(/\/assets\/dev-inbox-/, "gone");
    await openBrokenInbox(visitor, "answer 404: GET /assets/dev-inbox-");
    await page.getByText("The app may have been updated.").waitFor();
    files.deliver();
    await page.getByRole("button", { name: "Reload the page" }).click();
    await inbox(page).waitFor();
    expect(await isReloaded(page)).toBe(true);
  });
});
