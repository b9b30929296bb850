/** @module-tag embedded/one-process */
import { describe } from "vitest";
import { givenSignedInUser, newPerson } from "../http/client.ts";
import { outage, outOfReach, waitForMessage } from "./outage.ts";
import { dashboard, formReady, submitRegistration, submitSignIn } from "./steps.ts";
import { focused, storedToken, toast } from "./visitor.ts";

// One after the other: they share the line that they cut.
describe("while the service cannot be reached", () => {
  outage(
    "reports a failed change, keeps the entered values, and saves them later in the same session",
    async ({ arrive, service, line, expect }) => {
      const { token } = await givenSignedInUser(service.url);
      const { page, troubles } = await arrive(token);
      await page.goto("/dashboard");
      // Every row of the page has read what it shows.
      await page.waitForLoadState("networkidle");
      await page.getByLabel("First name").fill("Juniper");
      await page.getByLabel("Last name").fill("Hale");
      line.cut();
      troubles.expect("no answer: PUT /api/user/profile");
      await page.getByRole("button", { name: "Save" }).click();
      await waitForMessage(page, "Update failed", outOfReach);
      expect(await page.getByLabel("First name").inputValue()).toBe("Juniper");
      expect(await page.getByLabel("Last name").inputValue()).toBe("Hale");
      expect(await storedToken(page)).toBe(token);

      await line.restore();
      await page.getByRole("button", { name: "Save" }).click();
      await toast(page, "Profile updated").waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Account menu of JH" }).waitFor();
      expect(await page.getByLabel("Last name").inputValue()).toBe("Hale");
      expect(await storedToken(page)).toBe(token);
    },
  );

  outage(
    "reports an interrupted sign-in, which can be sent again unchanged",
    async ({ arrive, service, line, expect }) => {
      const person = await givenSignedInUser(service.url);
      const { page, troubles } = await arrive();
      await page.goto("/login");
      await expect.poll(() => focused(page)).toBe("email");
      await formReady(page);
      line.hold();
      const sent = page.waitForRequest("**/api/auth/login");
      await submitSignIn(page, person);
      await sent;
      await page.getByRole("button", { name: "Signing in..." }).waitFor();
      troubles.expect("no answer: POST /api/auth/login");
      line.cut();
      await page.getByRole("alert").filter({ hasText: "You are offline, or the service is" }).waitFor();
      await page.getByRole("main").getByText(outOfReach).waitFor();
      expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
      expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(person.password);

      await line.restore();
      await page.keyboard.press("Enter");
      await dashboard(page);
    },
  );

  outage(
    "keeps every field of a registration, whose second attempt creates the account",
    async ({ arrive, line, expect }) => {
      const person = newPerson();
      const { page, troubles } = await arrive();
      await page.goto("/register");
      await formReady(page);
      // The page reads who may join.
      await page.waitForLoadState("networkidle");
      line.cut();
      troubles.expect("no answer: POST /api/auth/register");
      await submitRegistration(page, person, { first: "Juniper", last: "Hale" });
      await waitForMessage(page, "Registration failed", outOfReach);
      const typed = ["First name", "Last name", "Email", "Username", "Password"].map((label) =>
        page.getByLabel(label, { exact: true }).inputValue(),
      );
      expect(await Promise.all(typed)).toEqual(["Juniper", "Hale", person.email, person.username, person.password]);

      await line.restore();
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.waitForURL("**/login");
      await page.getByText("Check your email", { exact: true }).waitFor();
    },
  );

  outage("reports data that cannot be loaded, and loads it on a retry", async ({ arrive, service, line, expect }) => {
    const { token } = await givenSignedInUser(service.url);
    const { page, troubles } = await arrive(token);
    await page.goto("/dashboard");
    const manage = page.getByRole("button", { name: "Manage active sessions" });
    await manage.waitFor();
    await page.waitForLoadState("networkidle");
    line.cut();
    troubles.expect("no answer: GET /api/user/sessions");
    await manage.click();
    const dialog = page.getByRole("dialog", { name: "Active Sessions" });
    await dialog.getByRole("alert").filter({ hasText: "Your sessions could not be loaded" }).waitFor();
    await dialog.getByText(outOfReach).waitFor();

    await line.restore();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("This device").waitFor();
    expect(await storedToken(page)).toBe(token);
  });

  outage(
    "U13 reports a screen whose code is not loaded yet, and shows it once the browser is online again",
    async ({ arrive, service, expect }) => {
      const { token } = await givenSignedInUser(service.url);
      const { page, context } = await arrive(token);
      await page.goto("/dashboard");
      // Read last.
      await page.getByText("No connected applications").waitFor();
      await context.setOffline(true);
      await page.getByRole("link", { name: "About" }).first().click();
      await page.getByText("This screen could not be shown").waitFor();
      await page.getByText(outOfReach).waitFor();

      await context.setOffline(false);
      await page.getByRole("heading", { name: "What it does" }).waitFor();
      await page.getByRole("link", { name: "Go to Dashboard" }).click();
      await dashboard(page);
      expect(await storedToken(page)).toBe(token);
    },
  );

  outage("opens a menu whose code is not loaded yet on a retry", async ({ arrive, line, expect }) => {
    const { page } = await arrive();
    await page.goto("/register");
    // The page reads who may join.
    await page.waitForLoadState("networkidle");
    await page.getByLabel("First name").fill("Juniper");
    line.cut();
    await page.setViewportSize({ width: 375, height: 700 });
    const again = page.getByRole("button", { name: "Load the menu again" });
    await again.waitFor();

    await line.restore();
    await again.click();
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Close" }).click();
    expect(await page.getByLabel("First name").inputValue()).toBe("Juniper");
  });

  outage(
    "signs out in the browser, and says that the service was not reached",
    async ({ arrive, service, line, expect }) => {
      const { token } = await givenSignedInUser(service.url);
      const { page, troubles } = await arrive(token);
      await page.goto("/dashboard");
      await page.getByText("No connected applications").waitFor();
      await page.getByRole("button", { name: /^Account menu/ }).click();
      line.cut();
      troubles.expect("no answer: POST /api/auth/logout");
      await page.getByRole("menuitem", { name: "Log out" }).click();
      await waitForMessage(page, "You are signed out here", "The session there expires by itself.");
      expect(await storedToken(page)).toBeNull();
      await line.restore();
    },
  );
});
