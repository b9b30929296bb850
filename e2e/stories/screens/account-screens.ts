import type { Page } from "playwright-core";
import { submitPassword } from "../steps.ts";
import { toast } from "../visitor.ts";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const me = "/api/auth/me";
const profile = "/api/user/profile";
const change = "/api/user/password";
const data = "/api/user/data?**";

async function settings(page: Page) {
  await enter(page, "/dashboard");
  await page.getByRole("heading", { name: "Account settings" }).waitFor();
}

async function changePassword(page: Page) {
  await settings(page);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("dialog", { name: "Change password" }).waitFor();
}

const fitting = { current: "copper lantern 91", next: "a longer and new one", confirmed: "a longer and new one" };

/** The account of the signed-in user. */
export const accountScreens: readonly Screen[] = [
  { name: "dashboard", signedIn: true, reach: settings },
  {
    name: "dashboard-loading",
    signedIn: true,
    async reach(page) {
      await unanswered(page, me);
      await enter(page, "/dashboard");
      await page.getByRole("status", { name: "Loading" }).first().waitFor();
    },
  },
  {
    name: "dashboard-problem",
    signedIn: true,
    troubles: ["answer 503: GET /api/auth/me"],
    async reach(page) {
      await given(page, me, behind);
      await enter(page, "/dashboard");
      await page.getByText("Your account could not be loaded").waitFor();
    },
  },
  {
    name: "dashboard-out-of-reach",
    signedIn: true,
    troubles: ["no answer: GET /api/auth/me"],
    async reach(page) {
      await outOfReach(page, me);
      await enter(page, "/dashboard");
      await page.getByText("Your account could not be loaded").waitFor();
    },
  },
  {
    name: "profile-refused-field",
    signedIn: true,
    async reach(page) {
      await settings(page);
      await page.getByLabel("Last name").fill("x".repeat(101));
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Use at most 100 characters").waitFor();
    },
  },
  {
    name: "profile-saving",
    signedIn: true,
    async reach(page) {
      await unanswered(page, profile);
      await settings(page);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Save" }).and(page.locator("[aria-busy=true]")).waitFor();
    },
  },
  {
    name: "profile-saved",
    signedIn: true,
    async reach(page) {
      await settings(page);
      await page.getByRole("button", { name: "Save" }).click();
      await toast(page, "Profile updated").waitFor();
    },
  },
  {
    name: "profile-out-of-reach",
    signedIn: true,
    troubles: ["no answer: PUT /api/user/profile"],
    async reach(page) {
      await outOfReach(page, profile);
      await settings(page);
      await page.getByRole("button", { name: "Save" }).click();
      await toast(page, "Update failed").waitFor();
    },
  },
  {
    name: "your-data",
    signedIn: true,
    async reach(page) {
      await settings(page);
      await page.getByRole("heading", { name: "Your data" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "your-data-preparing",
    signedIn: true,
    async reach(page) {
      await unanswered(page, data);
      await settings(page);
      await page.getByRole("button", { name: "Download my data as JSON" }).click();
      await page.getByText("Preparing the file...").waitFor();
    },
  },
  {
    name: "your-data-downloaded",
    signedIn: true,
    async reach(page) {
      await given(page, data, { body: {} });
      await settings(page);
      await page.getByRole("button", { name: "Download my data as a readable page" }).click();
      await toast(page, "Your data was downloaded").waitFor();
    },
  },
  {
    name: "your-data-failed",
    signedIn: true,
    troubles: ["answer 503: GET /api/user/data"],
    async reach(page) {
      await given(page, data, behind);
      await settings(page);
      await page.getByRole("button", { name: "Download my data as JSON" }).click();
      await toast(page, "Download failed").waitFor();
    },
  },
  { name: "password-dialog", signedIn: true, reach: changePassword },
  {
    name: "password-mismatch",
    signedIn: true,
    async reach(page) {
      await changePassword(page);
      await submitPassword(page, { ...fitting, confirmed: "another new one" });
      await toast(page, "Password mismatch").waitFor();
    },
  },
  {
    name: "password-refused",
    signedIn: true,
    troubles: ["answer 400: PUT /api/user/password"],
    async reach(page) {
      const wrong = "Your current password is not right";
      const body = { message: wrong, code: "wrong_password", fields: { currentPassword: wrong } };
      await given(page, change, { status: 400, body });
      await changePassword(page);
      await submitPassword(page, fitting);
      await toast(page, "Password change failed").waitFor();
    },
  },
  {
    name: "password-updated",
    signedIn: true,
    async reach(page) {
      await given(page, change, { body: { message: "Your password was changed." } });
      await changePassword(page);
      await submitPassword(page, fitting);
      await toast(page, "Password updated").waitFor();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    },
  },
];
