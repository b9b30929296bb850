import type { Page } from "playwright-core";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const forgot = "/api/auth/forgot-password";
const reset = "/api/auth/reset-password";

const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).first().waitFor();

async function ask(page: Page): Promise<void> {
  await enter(page, "/forgot-password");
  await page.getByLabel("Email").fill("juniper@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();
}

async function choose(page: Page, password = "a lake of green paper", confirmed = password): Promise<void> {
  await enter(page, "/reset-password?token=good");
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(confirmed);
  await page.getByRole("button", { name: "Set password" }).click();
}

const invalid = { message: "This link was used already or has expired. Ask for a new one.", code: "invalid_token" };

/** The way back to an account whose password was forgotten. */
export const recoveryScreens: readonly Screen[] = [
  {
    name: "forgot-password",
    async reach(page) {
      await enter(page, "/forgot-password");
      await page.getByRole("button", { name: "Send the link" }).waitFor();
    },
  },
  {
    name: "forgot-password-invalid",
    async reach(page) {
      await enter(page, "/forgot-password");
      await page.getByRole("button", { name: "Send the link" }).click();
      await page.getByText("Please enter your email address").waitFor();
    },
  },
  {
    name: "forgot-password-pending",
    async reach(page) {
      await unanswered(page, forgot);
      await ask(page);
      await page.getByRole("button", { name: "Sending the link..." }).waitFor();
    },
  },
  {
    name: "forgot-password-sent",
    async reach(page) {
      await given(page, forgot, { body: { message: "Sent" } });
      await ask(page);
      await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    },
  },
  {
    name: "forgot-password-out-of-reach",
    troubles: [`no answer: POST ${forgot}`],
    async reach(page) {
      await outOfReach(page, forgot);
      await ask(page);
      await alert(page, "The email was not requested");
    },
  },
  {
    name: "reset-password",
    async reach(page) {
      await enter(page, "/reset-password?token=good");
      await page.getByRole("button", { name: "Set password" }).waitFor();
    },
  },
  {
    name: "first-password",
    async reach(page) {
      await enter(page, "/reset-password?token=good&first");
      await page.getByRole("heading", { name: "Choose a password" }).waitFor();
    },
  },
  {
    name: "reset-password-mismatch",
    async reach(page) {
      await choose(page, "a lake of green paper", "another one");
      await page.getByText("New password and confirm password don't match.").waitFor();
    },
  },
  {
    name: "reset-password-pending",
    async reach(page) {
      await unanswered(page, reset);
      await choose(page);
      await page.getByRole("button", { name: "Setting the password..." }).waitFor();
    },
  },
  {
    name: "reset-password-done",
    async reach(page) {
      await given(page, reset, { body: { message: "Your password is set." } });
      await choose(page);
      await page.getByRole("heading", { name: "Your password is set" }).waitFor();
    },
  },
  {
    name: "reset-password-refused",
    troubles: [`answer 400: POST ${reset}`],
    async reach(page) {
      await given(page, reset, { status: 400, body: invalid });
      await choose(page);
      await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    },
  },
  {
    name: "reset-password-out-of-reach",
    troubles: [`no answer: POST ${reset}`],
    async reach(page) {
      await outOfReach(page, reset);
      await choose(page);
      await alert(page, "The password was not set");
    },
  },
  {
    name: "reset-password-without-token",
    async reach(page) {
      await enter(page, "/reset-password");
      await page.getByText("Please open the link of the email again").waitFor();
    },
  },
];
