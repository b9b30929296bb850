import type { Page } from "playwright-core";
import { submitSignIn } from "../steps.ts";
import { given, type Screen } from "./screen.ts";

const login = "/api/auth/login";

async function signInAs(page: Page) {
  await page.goto("/login");
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
];
