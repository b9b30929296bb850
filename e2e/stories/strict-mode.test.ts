import { describe } from "vitest";
import { emailTo, newPerson, tokenIn } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { dashboard, registerHere, submitRegistration, submitSignIn } from "./steps.ts";
import { storyOn } from "./story.ts";
import { storedToken, toast } from "./visitor.ts";

const strict = storyOn({ ENUMERATION_PROTECTION: "strict" });

describe("an unverified account in strict mode", () => {
  strict(
    "A4 AU-02 is refused like a wrong password, and the sign-in screen offers the email again",
    async ({ visit, stack, expect }) => {
      const person = newPerson();
      const { page, troubles } = await visit();
      troubles.expect("answer 401: POST /api/auth/login");
      await enter(page, "/login");
      await registerHere(page, person);
      const first = await emailTo(stack.url, person.email);

      await submitSignIn(page, person);

      await toast(page, "Login failed").waitFor();
      const refusal = page.getByRole("alert").filter({ hasText: "Email or password is not right" });
      await refusal.getByRole("link", { name: "Resend verification email" }).click();
      await page.waitForURL("**/resend-verification");
      expect(await storedToken(page)).toBeNull();
      expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
      await page.getByRole("button", { name: "Resend Verification Email" }).click();
      await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
      await expect.poll(async () => (await emailTo(stack.url, person.email)).id).not.toBe(first.id);

      await page.goto(`/verify-email?token=${tokenIn(await emailTo(stack.url, person.email))}`);
      await page.getByRole("link", { name: "Go on to your dashboard" }).click();
      await dashboard(page);
    },
  );

  strict("A4 AU-02 keeps the address that registration filled in, when it is refused", async ({ visit, expect }) => {
    const person = newPerson();
    const { page, troubles } = await visit();
    troubles.expect("answer 401: POST /api/auth/login");
    await enter(page, "/register");
    await submitRegistration(page, person);
    await page.waitForURL("**/login");

    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();

    await page.getByRole("alert").filter({ hasText: "Email or password is not right" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
  });
});
