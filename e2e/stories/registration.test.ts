/** @module-tag smoke */
import { describe } from "vitest";
import { emailTo, newPerson, register, tokenIn } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { dashboard, submitRegistration } from "./steps.ts";
import { story } from "./story.ts";
import { address, focused, toast } from "./visitor.ts";

describe.concurrent("registering", () => {
  story("U16 leads through the email, as HTML and as text, to the dashboard", async ({ visit, expect }) => {
    const { page, troubles } = await visit();
    // The frame of an email runs no script, and the test's own looks into it are scripts, too: the browser says so at times.
    troubles.allow("console error: Blocked script execution in ");
    const person = newPerson();
    await enter(page, "/");
    await page.getByRole("link", { name: "Sign Up" }).click();
    await submitRegistration(page, person, { first: "Juniper", last: "Hale" });
    await toast(page, "Registration Successful").waitFor();
    await page.waitForURL("**/login");
    await page.getByText("Check your email", { exact: true }).waitFor();
    expect(await page.getByRole("main").textContent()).toContain(person.email);

    await page.goto("/dev/inbox");
    const message = page.getByRole("article").filter({ hasText: person.email });
    await message.getByRole("heading", { name: "Verify your email address" }).waitFor();
    await message.getByRole("button", { name: "HTML" }).click();
    await message.frameLocator("iframe").getByRole("link", { name: "Verify email address" }).waitFor();
    await message.getByRole("button", { name: "Text" }).click();
    await message.getByRole("link", { name: /verify-email/ }).click();
    await page.getByRole("heading", { name: "Email Verified" }).waitFor();
    await toast(page, "Email Verified").waitFor();
    await page.getByRole("link", { name: "Go on to your dashboard" }).click();
    await dashboard(page);
    expect(await page.getByLabel("First name").inputValue()).toBe("Juniper");
    expect(await page.getByLabel("Last name").inputValue()).toBe("Hale");
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
  });

  story("U16 stays signed in when the session of the registration is read late", async ({ visit, stack, expect }) => {
    const { page } = await visit();
    const person = newPerson();
    await enter(page, "/register");
    await submitRegistration(page, person);
    await page.getByText("Check your email", { exact: true }).waitFor();
    const answered = page.waitForResponse("**/api/auth/verify-email?*");
    const late = Promise.withResolvers<number>();
    await page.route("**/api/auth/me", async (route) => {
      await answered;
      const response = await route.fetch();
      await route.fulfill({ response });
      late.resolve(response.status());
    });
    await page.goto(`/verify-email?token=${tokenIn(await emailTo(stack.url, person.email))}`);
    await toast(page, "Email Verified").waitFor();
    expect(await late.promise).toBe(401);
    await page.getByRole("link", { name: "Go on to your dashboard" }).click();
    await dashboard(page);
  });

  story(
    "shows each field's error, also that a value is taken, focuses the first and keeps the entered values",
    async ({ visit, stack, expect }) => {
      const taken = newPerson();
      await register(stack.url, taken);
      const { page, troubles } = await visit();
      await enter(page, "/register");
      await submitRegistration(page, { email: "nobody", username: "no body", password: "short" });
      const alerts = page.getByRole("main").getByRole("alert");
      await expect
        .poll(() => alerts.allTextContents())
        .toEqual([
          "Invalid email address",
          "Use 3 to 32 letters, digits, dots, dashes or underscores",
          "Password must be at least 8 characters long.",
        ]);
      await expect.poll(() => focused(page)).toBe("email");
      expect(await page.getByLabel("Username").inputValue()).toBe("no body");
      expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("short");
      await page.getByLabel("Email").fill("nobody@example.com");
      expect(await page.getByText("Invalid email address").count()).toBe(0);

      troubles.expect("answer 409: POST /api/auth/register");
      await submitRegistration(page, newPerson({ email: taken.email }));
      await toast(page, "Registration failed").waitFor();
      await expect.poll(() => focused(page)).toBe("email");
      await submitRegistration(page, newPerson({ username: taken.username }));
      await expect.poll(() => focused(page)).toBe("username");
      expect(await page.getByLabel("Username").inputValue()).toBe(taken.username);
      await expect.poll(() => address(page)).toBe("/register");
    },
  );

  story("keeps the button in its place while the service checks the username", async ({ visit, expect }) => {
    const { page } = await visit({ width: 320 });
    const person = newPerson();
    await enter(page, "/register");
    await page.getByText("Must be at least 8 characters").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    const button = page.getByRole("button", { name: "Create Account" });
    const before = await button.boundingBox();
    await page.getByLabel("Username").fill(person.username);
    await page.getByText("This username is free.").waitFor();
    expect(await button.boundingBox()).toEqual(before);
  });
});
