import type { Page } from "playwright-core";
import { submitSignIn } from "../steps.ts";
import { toast } from "../visitor.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const login = "/api/auth/login";
const begin = "/api/auth/webauthn/login-begin";

const options = {
  challenge: "AAAA",
  rpId: "localhost",
  timeout: 300_000,
  allowCredentials: [],
  userVerification: "preferred",
};

async function open(page: Page) {
  await enter(page, "/login");
  return page.getByRole("button", { name: "Sign in with a passkey" });
}

async function secondStep(page: Page, methods: readonly string[]) {
  const body = { message: "2FA code required", code: "two_factor_required", methods, loginTicket: "sample" };
  await given(page, login, { status: 401, body });
  await open(page);
  await submitSignIn(page, { email: "hazel@example.org", password: "not my password" });
  await page.getByRole("button", { name: "Use a hardware key" }).waitFor();
}

/** Signing in with a key, as a passkey or as the second factor. */
export const keySignInScreens: readonly Screen[] = [
  {
    name: "login-passkey",
    async reach(page) {
      await unanswered(page, begin);
      await (await open(page)).click();
      await page.getByRole("button", { name: "Follow your browser..." }).waitFor();
    },
  },
  {
    name: "login-passkey-none-used",
    alone: true,
    async reach(page) {
      await given(page, begin, { body: options });
      const button = await open(page);
      await page.evaluate(() => {
        const declined = async () => Promise.reject(new DOMException("", "NotAllowedError"));
        Object.assign(navigator.credentials, { get: declined });
      });
      await button.click();
      await toast(page, "No key was used. Try again, or sign in another way.").waitFor();
      await button.waitFor();
    },
  },
  {
    name: "login-hardware-key",
    troubles: ["answer 401: POST /api/auth/login"],
    reach: (page) => secondStep(page, ["totp", "recovery_code", "hardware_key"]),
  },
  {
    name: "login-hardware-key-alone",
    troubles: ["answer 401: POST /api/auth/login"],
    reach: (page) => secondStep(page, ["recovery_code", "hardware_key"]),
  },
];
