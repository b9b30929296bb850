import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { member, newPerson } from "../http/client.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { dashboard, formReady, submitRegistration, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { focused, openVisitor, storedToken, toast, type Visitor } from "./visitor.ts";

interface Power {
  /** `kill -9`. */
  cut(): Promise<void>;
  /** From now on calls are accepted but not answered; the next `cut` ends them. */
  hold(): void;
  /** Starts a new process at the same address on the same folder. */
  restore(): Promise<void>;
}

/** Failures of requests that the page makes by itself: files, and field checks while typing. Each story expects its other calls. */
const byItself = [
  "no answer: POST /api/auth/check",
  "no answer: GET /assets/",
  "no answer: GET /favicon.svg",
  "console error: LoadFailure",
];

/** A separate process, which tests can end. */
const outage = story
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend("service", { scope: "file" }, ({}) => startStack())
  .extend("power", { scope: "file" }, async ({ service }, { onCleanup }): Promise<Power> => {
    let running: Stack = service;
    onCleanup(async () => {
      await running.remove();
    });
    return {
      cut: () => running.kill(),
      hold: () => void running.process.kill("SIGSTOP"),
      async restore() {
        running = await running.restart();
      },
    };
  })
  .extend("arrive", async ({ browser, service }, { onCleanup }) => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      const left = await Promise.all(visitors.map((visitor) => visitor.leave()));
      const troubles = left.flat().filter((line) => !byItself.some((start) => line.startsWith(start)));
      expect(troubles, "what went wrong in the browsers").toEqual([]);
    });
    return async (token?: string): Promise<Visitor> => {
      const visitor = await openVisitor(browser, service.url, token ? { token } : {});
      visitors.push(visitor);
      return visitor;
    };
  });

const outOfReach = "The service could not be reached. Check your connection and try again.";

/** Waits for the message in a toast, or as plain text if the code of toasts did not load. */
async function told(page: Page, title: string, sentence: string) {
  await page.getByText(title, { exact: true }).waitFor();
  await page.getByText(sentence).first().waitFor();
}

// One after the other: they share the process that they end.
describe("while the service is gone", () => {
  outage(
    "a change is told to have failed, keeps what was typed and works afterwards in the same session",
    async ({ arrive, service, power, expect }) => {
      const { token } = await member(service.url);
      const { page, troubles } = await arrive(token);
      await page.goto("/dashboard");
      await page.getByLabel("First name").fill("Juniper");
      await page.getByLabel("Last name").fill("Hale");
      await power.cut();
      troubles.expect("no answer: PUT /api/user/profile");
      await page.getByRole("button", { name: "Save" }).click();
      await told(page, "Update failed", outOfReach);
      expect(await page.getByLabel("First name").inputValue()).toBe("Juniper");
      expect(await page.getByLabel("Last name").inputValue()).toBe("Hale");
      expect(await storedToken(page)).toBe(token);

      await power.restore();
      await page.getByRole("button", { name: "Save" }).click();
      await toast(page, "Profile updated").waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Account menu of JH" }).waitFor();
      expect(await page.getByLabel("Last name").inputValue()).toBe("Hale");
      expect(await storedToken(page)).toBe(token);
    },
  );

  outage(
    "a sign-in that was on its way says so and can be sent again as it stands",
    async ({ arrive, service, power, expect }) => {
      const person = await member(service.url);
      const { page, troubles } = await arrive();
      await page.goto("/login");
      await expect.poll(() => focused(page)).toBe("email");
      await formReady(page);
      power.hold();
      const sent = page.waitForRequest("**/api/auth/login");
      await submitSignIn(page, person);
      await sent;
      await page.getByRole("button", { name: "Signing in..." }).waitFor();
      troubles.expect("no answer: POST /api/auth/login");
      await power.cut();
      await page.getByRole("alert").filter({ hasText: "You are offline, or the service is" }).waitFor();
      await page.getByRole("main").getByText(outOfReach).waitFor();
      expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
      expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(person.password);

      await power.restore();
      await page.keyboard.press("Enter");
      await dashboard(page);
    },
  );

  outage(
    "a registration keeps every field, and its second attempt makes the account",
    async ({ arrive, power, expect }) => {
      const person = newPerson();
      const { page, troubles } = await arrive();
      await page.goto("/register");
      await formReady(page);
      await power.cut();
      troubles.expect("no answer: POST /api/auth/register");
      await submitRegistration(page, person, { first: "Juniper", last: "Hale" });
      await told(page, "Registration failed", outOfReach);
      const typed = ["First name", "Last name", "Email", "Username", "Password"].map((label) =>
        page.getByLabel(label, { exact: true }).inputValue(),
      );
      expect(await Promise.all(typed)).toEqual(["Juniper", "Hale", person.email, person.username, person.password]);

      await power.restore();
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.waitForURL("**/login");
      await page.getByText("Check your email", { exact: true }).waitFor();
    },
  );

  outage("what cannot be read says so and is read once one tries again", async ({ arrive, service, power, expect }) => {
    const { token } = await member(service.url);
    const { page, troubles } = await arrive(token);
    await page.goto("/dashboard");
    const manage = page.getByRole("button", { name: "Manage" });
    await manage.waitFor();
    await power.cut();
    troubles.expect("no answer: GET /api/user/sessions");
    await manage.click();
    const dialog = page.getByRole("dialog", { name: "Active Sessions" });
    await dialog.getByRole("alert").filter({ hasText: "Your sessions could not be loaded" }).waitFor();
    await dialog.getByText(outOfReach).waitFor();

    await power.restore();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("This device").waitFor();
    expect(await storedToken(page)).toBe(token);
  });

  outage(
    "a screen whose code was not loaded yet says so, and comes once one tries again",
    async ({ arrive, service, power, expect }) => {
      const { token } = await member(service.url);
      const { page } = await arrive(token);
      await page.goto("/dashboard");
      await page.getByRole("heading", { name: "Security" }).waitFor();
      await power.cut();
      await page.getByRole("link", { name: "About" }).first().click();
      await page.getByText("This screen could not be shown").waitFor();
      await page.getByText(outOfReach).waitFor();

      await power.restore();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "Works today" }).waitFor();
      await page.getByRole("link", { name: "Go to Dashboard" }).click();
      await dashboard(page);
      expect(await storedToken(page)).toBe(token);
    },
  );

  outage("a menu whose code was not loaded yet comes once one tries again", async ({ arrive, power, expect }) => {
    const { page } = await arrive();
    await page.goto("/register");
    await page.getByLabel("First name").fill("Juniper");
    await power.cut();
    await page.setViewportSize({ width: 375, height: 700 });
    const again = page.getByRole("button", { name: "Load the menu again" });
    await again.waitFor();

    await power.restore();
    await again.click();
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Close" }).click();
    expect(await page.getByLabel("First name").inputValue()).toBe("Juniper");
  });

  outage(
    "one who logs out is signed out here, and told that the service did not hear of it",
    async ({ arrive, service, power, expect }) => {
      const { token } = await member(service.url);
      const { page, troubles } = await arrive(token);
      await page.goto("/dashboard");
      await page.getByRole("button", { name: /^Account menu/ }).click();
      await power.cut();
      troubles.expect("no answer: POST /api/auth/logout");
      await page.getByRole("menuitem", { name: "Log out" }).click();
      await told(page, "You are signed out here", "The session there expires by itself.");
      expect(await storedToken(page)).toBeNull();
      await power.restore();
    },
  );
});
