import type { Page } from "playwright-core";
import { describe } from "vitest";
import { becomes, createKey, listedKeys } from "../http/api-key-calls.ts";
import { givenDeveloper } from "../http/applications.ts";
import { given } from "./screens/answers.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";
import { focused, toast } from "./visitor.ts";

async function openPortal(page: Page) {
  await enter(page, "/dashboard/developer");
  await page.getByRole("heading", { name: "API Keys" }).waitFor();
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

describe.concurrent("API keys", () => {
  story(
    "are shown whole once, copied by themselves, and deleted after a question",
    async ({ visit, stack, expect }) => {
      const developer = await givenDeveloper(stack.url);
      await becomes(stack, developer.id, { isDeveloper: true, isPro: true });
      const { page, context } = await visit({ token: developer.token });
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await openPortal(page);
      await page.getByText("No API keys yet").waitFor();
      await page.getByRole("button", { name: "New Key" }).click();
      const form = page.getByRole("dialog", { name: "New Key" });
      await form.getByRole("button", { name: "Create" }).click();
      await form.getByText("Please enter a name for the key").waitFor();
      await expect.poll(() => focused(page)).toBe("name");
      await form.getByLabel("Name").fill("Nightly report");
      // Nothing is proposed that the key may not need.
      expect(await form.getByRole("checkbox", { checked: true }).count()).toBe(0);
      expect(await form.getByLabel("Expires").inputValue()).toBe("90");
      await form.getByLabel("List users (users:read)").check();
      await form.getByLabel("Check the service’s health (health:read)").check();
      await form.getByLabel("Expires").selectOption("in 30 days");
      await form.getByRole("button", { name: "Create" }).click();

      const dialog = page.getByRole("alertdialog", { name: "Save your API key" });
      await dialog.getByText("It is on your clipboard now.").waitFor();
      const key = await dialog.getByText(/^atk_/).textContent();
      expect(await copied(page)).toBe(key);
      await page.keyboard.press("Escape");
      await dialog.getByRole("button", { name: "I've saved the key" }).click();
      await dialog.waitFor({ state: "hidden" });

      expect(await page.content()).not.toContain(key);
      const [listed] = await listedKeys(stack.url, developer);
      expect(listed).toMatchObject({ name: "Nightly report", scopes: ["users:read", "health:read"], isActive: true });
      const row = page.getByRole("row", { name: /Nightly report/ });
      for (const text of ["Active", `${listed?.keyPrefix}…`, "users:read", "never"])
        await row.getByText(text).waitFor();
      expect(await row.getByText("users:write").count()).toBe(0);
      await row.getByText(/^expires \d/).waitFor();
      await row.getByRole("button", { name: "Copy the prefix of Nightly report" }).click();
      await toast(page, "Key prefix copied (full key not retrievable)").waitFor();
      expect(await copied(page)).toBe(listed?.keyPrefix);

      await page.getByRole("button", { name: "Delete Nightly report" }).click();
      const question = page.getByRole("alertdialog", { name: "Delete Nightly report?" });
      await expect.poll(() => focused(page)).toBe("Cancel");
      await question.getByRole("button", { name: "Delete key" }).click();
      await toast(page, "API key deleted").waitFor();
      await page.getByText("No API keys yet").waitFor();
      expect(await listedKeys(stack.url, developer)).toEqual([]);
    },
  );

  story("KY-03 need Pro, and remain to be deleted without it", async ({ visit, stack, expect }) => {
    const developer = await givenDeveloper(stack.url);
    await becomes(stack, developer.id, { isDeveloper: true, isPro: true });
    await createKey(stack.url, developer, { name: "Old monitor" });
    await becomes(stack, developer.id, { isDeveloper: true });
    const { page } = await visit({ token: developer.token });
    await openPortal(page);
    await page.getByText("Pro Required").waitFor();
    expect(await page.getByRole("button", { name: "New Key" }).count()).toBe(0);
    await page
      .getByRole("row", { name: /Old monitor/ })
      .getByText("Inactive")
      .waitFor();
    await page.getByRole("button", { name: "Delete Old monitor" }).click();
    await page.getByRole("button", { name: "Delete key" }).click();
    await toast(page, "API key deleted").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(0);
  });

  story("tell a user without Pro whom to ask", async ({ visit, stack }) => {
    const { token } = await givenDeveloper(stack.url);
    const { page } = await visit({ token });
    const invitations = { limit: 50, used: 0, lapsed: 0, resumesAt: null };
    await given(page, "/api/developer/api-keys", {
      body: { apiKeys: [], invitations, contactEmail: "pro@example.com" },
    });
    await openPortal(page);
    await page
      .getByRole("link", { name: "pro@example.com" })
      .and(page.locator('[href="mailto:pro@example.com"]'))
      .waitFor();
  });
});
