import { describe } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { goWithin } from "./paths.ts";
import { enter } from "./screens/resting.ts";
import { dashboard, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { address, toast } from "./visitor.ts";

describe.concurrent("developer access", () => {
  story(
    "AC-07 is enabled on the dashboard, which then leads to the developer portal",
    async ({ visit, stack, expect }) => {
      const { token } = await givenSignedInUser(stack.url);
      const { page } = await visit({ token });
      await enter(page, "/dashboard");
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

  story(
    "is enabled in the documentation after signing in there, and in the portal",
    async ({ visit, stack, expect }) => {
      const person = await givenSignedInUser(stack.url);
      const { page } = await visit();
      await enter(page, "/docs");
      await page.getByRole("link", { name: "Sign in to enable it" }).click();
      await submitSignIn(page, person);
      await page.waitForURL("**/docs");
      await page.getByRole("button", { name: "Enable Developer Access" }).waitFor();
      await goWithin(page, "/developer");
      await page.getByRole("heading", { name: "Developer Portal" }).waitFor();
      await page.getByRole("button", { name: "Enable Developer Access" }).waitFor();
      await goWithin(page, "/docs");
      await page.getByRole("heading", { name: "Documentation" }).waitFor();
      await page.getByRole("button", { name: "Enable Developer Access" }).click();
      await toast(page, "Developer access enabled").waitFor();
      await expect.poll(() => page.getByRole("button", { name: "Enable Developer Access" }).count()).toBe(0);
      await goWithin(page, "/developer");
      await page.getByText("No applications yet").waitFor();
    },
  );
});
