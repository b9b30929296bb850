import type { Page } from "playwright-core";
import { call } from "../../http/client.ts";
import { toast } from "../visitor.ts";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const me = "/api/auth/me";
const setUp = "/api/auth/2fa/setup";
const verify = "/api/auth/2fa/verify";

const qrCode = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1h1v1h-1v-1h-1z"/></svg>')}`;
const secret = "JBSWY3DPEHPK3PXPSAMPLE234567ABCD";
export const sampleCodes = Array.from({ length: 10 }, (_, index) => `${index}KD7A-QM2XB-9TZHW-W3FCD-R8VN5`);

/** The account of this token, shown as if its two-factor authentication were on. */
export async function withTwoFactor(page: Page, url: string, token: string) {
  const { body } = await call(url, `GET ${me}`, { token });
  await given(page, me, { body: { user: Object.assign(body.user, { twoFactorEnabled: true }) } });
}

async function scan(page: Page) {
  await given(page, setUp, { body: { qrCode, secret } });
  await enter(page, "/setup-2fa");
  await page.getByRole("img", { name: "QR code" }).waitFor();
}

async function confirm(page: Page) {
  await scan(page);
  await page.getByRole("button", { name: "I've Scanned the Code" }).click();
  await page.getByLabel("6-digit code").fill("482913");
}

async function enable(page: Page, recoveryCodes: readonly string[] | null) {
  await given(page, verify, { body: { message: "Two-factor authentication is on", recoveryCodes } });
  await confirm(page);
  await page.getByRole("button", { name: "Verify & Enable" }).click();
  await page.getByText("2FA Enabled Successfully").waitFor();
}

/** Setting up the authenticator app. */
export const twoFactorScreens: readonly Screen[] = [
  { name: "two-factor-scan", signedIn: true, reach: scan },
  {
    name: "two-factor-scan-loading",
    signedIn: true,
    async reach(page) {
      await unanswered(page, setUp);
      await enter(page, "/setup-2fa");
      await page.getByRole("status", { name: "Loading the QR code" }).waitFor();
    },
  },
  {
    name: "two-factor-scan-problem",
    signedIn: true,
    troubles: ["no answer: GET /api/auth/2fa/setup"],
    async reach(page) {
      await outOfReach(page, setUp);
      await enter(page, "/setup-2fa");
      await page.getByText("Failed to generate QR code. Please try again.").waitFor();
    },
  },
  { name: "two-factor-confirm", signedIn: true, reach: confirm },
  {
    name: "two-factor-confirm-incomplete",
    signedIn: true,
    async reach(page) {
      await confirm(page);
      await page.getByLabel("6-digit code").fill("482");
      await page.keyboard.press("Enter");
      await toast(page, "Invalid code").waitFor();
    },
  },
  {
    name: "two-factor-verifying",
    signedIn: true,
    async reach(page) {
      await unanswered(page, verify);
      await confirm(page);
      await page.getByRole("button", { name: "Verify & Enable" }).click();
      await page.getByRole("button", { name: "Verifying..." }).waitFor();
    },
  },
  {
    name: "two-factor-wrong-code",
    signedIn: true,
    troubles: ["answer 400: POST /api/auth/2fa/verify"],
    async reach(page) {
      const wrong = "This code did not fit. Wait for the next one, and check that your phone’s clock is right.";
      const body = { message: wrong, code: "wrong_code", fields: { totpCode: wrong } };
      await given(page, verify, { status: 400, body });
      await confirm(page);
      await page.getByRole("button", { name: "Verify & Enable" }).click();
      await toast(page, "Verification failed").waitFor();
    },
  },
  {
    name: "two-factor-locked",
    signedIn: true,
    troubles: ["answer 429: POST /api/auth/2fa/verify"],
    async reach(page) {
      const body = { message: "Too many wrong codes. Wait, then try again.", code: "too_many_attempts" };
      await given(page, verify, { status: 429, headers: { "Retry-After": "900" }, body });
      await confirm(page);
      await page.getByRole("button", { name: "Verify & Enable" }).click();
      await page.getByText("Try again in").waitFor();
    },
  },
  { name: "two-factor-done", signedIn: true, reach: (page) => enable(page, sampleCodes) },
  {
    name: "two-factor-done-saved",
    signedIn: true,
    async reach(page) {
      await enable(page, sampleCodes);
      await page.getByLabel("I have saved these codes").check();
      await page.getByRole("link", { name: "Back to Dashboard" }).waitFor();
    },
  },
  { name: "two-factor-done-with-codes-left", signedIn: true, reach: (page) => enable(page, null) },
  {
    name: "two-factor-already-enabled",
    signedIn: true,
    async reach(page, { url, juniper }) {
      await withTwoFactor(page, url, juniper.token);
      await enter(page, "/setup-2fa");
      await page.getByText("2FA Already Enabled").waitFor();
    },
  },
];
