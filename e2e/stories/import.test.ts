/** @module-tag embedded/one-process */
import { readFile } from "node:fs/promises";
import { adminsStream } from "@attestory/events/envelope.ts";
import { builtWebApp } from "@attestory/standalone/web-build.ts";
import type { Page } from "playwright-core";
import { givenAdmin } from "../http/admins.ts";
import { givenSignedInUser } from "../http/client.ts";
import { startInProcess } from "../start-in-process.ts";
import { signIn } from "./steps.ts";
import { story } from "./story.ts";
import { address, storedToken, toast } from "./visitor.ts";

/** A product of its own: an import replaces the data of all tests. */
const replaced = story
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend("product", { scope: "file" }, async ({}, { onCleanup }) => {
    const product = await startInProcess({}, { webApp: await builtWebApp(() => {}) });
    onCleanup(() => product.remove());
    return product;
  })
  .override("stack", { scope: "file" }, ({ product }) => product);

/** Downloads a backup, and returns it as a file to choose. */
async function exportDatabase(page: Page) {
  await page.getByRole("button", { name: "Export Database" }).click();
  const downloaded = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
  const download = await downloaded;
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  return {
    name: download.suggestedFilename(),
    mimeType: "application/sql",
    buffer: await readFile(await download.path()),
  };
}

const userRow = (page: Page, { email }: { email: string }) => page.getByRole("row").filter({ hasText: email });

replaced(
  "IM-09 IM-13 an admin imports a backup, sees the toast and then /login, and goes back to what was before",
  async ({ visit, product, expect }) => {
    const admin = await givenAdmin(product);
    await product.happened(adminsStream, { type: "AdminListed", data: { userId: admin.id, accessVersion: 1 } });
    const { page } = await visit({ token: admin.token });
    await page.goto("/admin");
    const backup = await exportDatabase(page);
    const late = await givenSignedInUser(product.url);

    await page.getByRole("button", { name: "Import Database" }).click();
    await page.getByLabel("Choose a .sql file").setInputFiles(backup);
    await page.getByText("1 newer account leaves").waitFor();
    await page.getByRole("button", { name: "Restore to an earlier moment" }).click();
    await page.getByLabel("Restore only what was recorded until").fill("2020-01-01T00:00:00");
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("no event of that time or before").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    // A moment that is not complete is not taken for everything.
    await page.getByRole("button", { name: "Restore to an earlier moment" }).click();
    const moment = page.getByLabel("Restore only what was recorded until");
    await moment.press("1");
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("Complete the day and the time.").waitFor();
    const replace = page.getByRole("button", { name: "Import and replace" });
    expect(await replace.isDisabled()).toBe(true);
    await moment.press("Backspace");
    await moment.blur();
    await page.getByText("Complete the day and the time.").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Import and replace" }).click();
    const question = page.getByRole("alertdialog", { name: "Replace all data?" });
    await question.getByRole("button", { name: "Import and replace" }).click();
    await toast(page, "Database imported").waitFor();
    await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
    expect([address(page), await storedToken(page)]).toEqual(["/login", null]);

    await signIn(page, admin);
    await page.goto("/admin");
    await userRow(page, admin).waitFor();
    expect(await userRow(page, late).count()).toBe(0);
    await page.getByText("Generation 2").waitFor();
    await page.getByRole("button", { name: "Go back to generation 1" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Go back" }).click();
    await toast(page, "Generation 1 is in use").waitFor();
    await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();

    await signIn(page, admin);
    await page.goto("/admin");
    await userRow(page, late).waitFor();
  },
);
