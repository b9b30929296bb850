import type { Page } from "playwright-core";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

/** Opens the dialog of an account with a key. */
async function open(page: Page, hasPassword: boolean) {
  await given(page, "/api/user/ways-in", { body: { hasPassword, hardwareKeys: 1 } });
  await enter(page, "/dashboard");
  await page.getByRole("button", { name: hasPassword ? "Change" : "Set", exact: true }).click();
}

async function remove(page: Page) {
  await open(page, true);
  await page.getByRole("button", { name: "Remove password" }).click();
  const question = page.getByRole("alertdialog");
  await question.waitFor();
  return question.getByRole("button", { name: "Remove password" });
}

/** The password of an account that a passkey signs in. */
export const passwordlessScreens: readonly Screen[] = [
  {
    name: "password-removable",
    signedIn: true,
    async reach(page) {
      await open(page, true);
      await page.getByRole("button", { name: "Remove password" }).waitFor();
    },
  },
  {
    name: "password-remove",
    signedIn: true,
    async reach(page) {
      await remove(page);
    },
  },
  {
    name: "password-removing",
    signedIn: true,
    async reach(page) {
      await unanswered(page, "/api/user/password");
      const button = await remove(page);
      await button.click();
      await button.and(page.locator("[aria-busy=true]")).waitFor();
    },
  },
  {
    name: "password-set",
    signedIn: true,
    async reach(page) {
      await open(page, false);
      await page.getByRole("dialog", { name: "Set password" }).waitFor();
    },
  },
];
