import { describe } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { dashboard } from "./steps.ts";
import { story } from "./story.ts";
import { address, toast } from "./visitor.ts";

describe.concurrent("developer access", () => {
  story(
    "AC-07 is enabled on the dashboard, which then leads to the developer portal",
    async ({ visit, stack, expect }) => {
      const { token } = await givenSignedInUser(stack.url);
      const { page } = await visit({ token });
      await page.goto("/dashboard");
      await dashboard(page);
      await page.getByRole("button", { name: /^Account menu/ }).click();
      await page.getByRole("menuitem", { name: "Dashboard", exact: true }).waitFor();
      expect(await page.getByRole("menuitem", { name: "Developer Portal" }).count()).toBe(0);
      expect(await page.getByRole("heading", { name: "Developer Tools" }).count()).toBe(0);
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: "Enable Developer Access" }).click();

      await toast(page, "Developer access enabled")
        .getByText(/developer portal/i)
        .waitFor();
      await page.getByRole("heading", { name: "Developer Tools" }).waitFor();
      expect(await page.getByRole("button", { name: "Enable Developer Access" }).count()).toBe(0);
      await page.getByRole("button", { name: /^Account menu/ }).click();
      await page.getByRole("menuitem", { name: "Developer Portal" }).click();
      await page.getByText("No applications yet").waitFor();
      expect(address(page)).toBe("/dashboard/developer");
    },
  );

  story("is enabled in the documentation and in the portal itself", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page } = await visit({ token });
    await page.goto("/developer");
    await page.getByRole("heading", { name: "Developer Portal" }).waitFor();
    await page.getByRole("button", { name: "Enable Developer Access" }).waitFor();
    await page.goto("/docs");
    await page.getByRole("button", { name: "Enable Developer Access" }).click();
    await toast(page, "Developer access enabled").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Enable Developer Access" }).count()).toBe(0);
    await page.goto("/developer");
    await page.getByText("No applications yet").waitFor();
  });

  story("asks visitors of the documentation to sign in first", async ({ visit, stack }) => {
    const { page } = await visit();
    await page.goto("/docs");
    await page.getByRole("link", { name: "Sign in to enable it" }).click();
    const { email, password } = await givenSignedInUser(stack.url);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL("**/docs");
    await page.getByRole("button", { name: "Enable Developer Access" }).waitFor();
  });
});
