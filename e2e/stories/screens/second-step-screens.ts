import type { Page } from "playwright-core";
import { submitSignIn } from "../steps.ts";
import { toast } from "../visitor.ts";
import { given } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const login = "/api/auth/login";

async function signInAs(page: Page) {
  await enter(page, "/login");
  await submitSignIn(page, { email: "hazel@example.org", password: "not my password" });
}

const codeRequired = {
  status: 401,
  body: {
    message: "2FA code required",
    code: "two_factor_required",
    methods: ["totp", "recovery_code"],
    loginTicket: "sample",
  },
};

/** What is asked for at sign-in after the password. */
export const secondStepScreens: readonly Screen[] = [
  {
    name: "login-code",
    troubles: ["answer 401: POST /api/auth/login"],
    async reach(page) {
      await given(page, login, codeRequired);
      await signInAs(page);
      await page.getByLabel("Two-Factor Authentication Code").waitFor();
    },
  },
  {
    name: "login-recovery-code",
    troubles: ["answer 401: POST /api/auth/login"],
    async reach(page) {
      await given(page, login, codeRequired);
      await signInAs(page);
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await page.getByLabel("Recovery code").waitFor();
    },
  },
  {
    name: "login-email-code",
    troubles: ["answer 401: POST /api/auth/login"],
    async reach(page) {
      const message = "Enter the code that we sent to your email address";
      await given(page, login, { status: 401, body: { message, code: "email_code_required" } });
      await signInAs(page);
      await page.getByLabel("Code from your email").waitFor();
    },
  },
  {
    name: "login-wrong-email-code",
    troubles: ["answer 401: POST /api/auth/login"],
    async reach(page) {
      const required = { message: "Enter the code that we sent to your email address", code: "email_code_required" };
      const wrong = { message: "This code is not right. Enter the code of our newest email.", code: "invalid_code" };
      await given(page, login, { status: 401, body: required });
      await signInAs(page);
      await page.getByLabel("Code from your email").fill("482913");
      await page.unroute(`**${login}`);
      await given(page, login, { status: 401, body: wrong });
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.getByRole("main").getByText("This code is not right").waitFor();
    },
  },
  {
    name: "login-new-email-code",
    troubles: ["answer 401: POST /api/auth/login"],
    async reach(page) {
      const message = "Enter the code that we sent to your email address";
      await given(page, login, { status: 401, body: { message, code: "email_code_required" } });
      await signInAs(page);
      await page.getByRole("button", { name: "Send a new code" }).click();
      await toast(page, "Code sent").waitFor();
    },
  },
];
