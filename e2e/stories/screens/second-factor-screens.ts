import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { given, unanswered } from "./answers.ts";
import type { Cast } from "./cast.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";
import { sampleCodes, withTwoFactor } from "./two-factor-screens.ts";

const codes = "/api/user/recovery-codes";
const newCodes = "/api/auth/2fa/recovery-codes";
const disable = "/api/auth/2fa/disable";
const issuedAt = "2026-09-03T08:15:00.000Z";

async function settings(page: Page, { url, juniper }: Cast) {
  await withTwoFactor(page, url, juniper.token);
  await enter(page, "/dashboard");
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
}

async function withCodes(page: Page, cast: Cast, left: number) {
  await given(page, codes, { body: { left, issuedAt } });
  await settings(page, cast);
  await page.getByText("of 10 left").waitFor();
}

async function turnOff(page: Page, cast: Cast) {
  await withCodes(page, cast, 7);
  await page.getByRole("switch", { name: "Two-factor authentication" }).click();
  await page.getByRole("alertdialog").waitFor();
}

async function askForNew(page: Page, cast: Cast) {
  await withCodes(page, cast, 7);
  await page.getByRole("button", { name: "New codes" }).click();
  await page.getByRole("alertdialog", { name: "Make new recovery codes?" }).waitFor();
}

/** Two-factor authentication and recovery codes on the dashboard. */
export const secondFactorScreens: readonly Screen[] = [
  { name: "second-factor-on", signedIn: true, reach: (page, cast) => withCodes(page, cast, 7) },
  { name: "second-factor-few-codes", signedIn: true, reach: (page, cast) => withCodes(page, cast, 2) },
  {
    name: "second-factor-codes-loading",
    signedIn: true,
    async reach(page, cast) {
      await unanswered(page, codes);
      await settings(page, cast);
    },
  },
  {
    name: "second-factor-codes-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${codes}`],
    async reach(page, cast) {
      await given(page, codes, behind);
      await settings(page, cast);
      await page.getByText("Could not be loaded.").waitFor();
    },
  },
  { name: "second-factor-turn-off", signedIn: true, reach: turnOff },
  {
    name: "second-factor-turned-off",
    signedIn: true,
    async reach(page, cast) {
      await given(page, disable, { body: { message: "2FA disabled" } });
      await turnOff(page, cast);
      await page.getByRole("button", { name: "Turn off" }).click();
      await toast(page, "2FA disabled").waitFor();
      await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    },
  },
  {
    name: "second-factor-not-turned-off",
    signedIn: true,
    troubles: [`answer 503: POST ${disable}`],
    async reach(page, cast) {
      await given(page, disable, behind);
      await turnOff(page, cast);
      await page.getByRole("button", { name: "Turn off" }).click();
      await toast(page, "Disable failed").waitFor();
      await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    },
  },
  { name: "second-factor-new-codes", signedIn: true, reach: askForNew },
  {
    name: "second-factor-codes-made",
    signedIn: true,
    async reach(page, cast) {
      await given(page, newCodes, { body: { recoveryCodes: sampleCodes } });
      await askForNew(page, cast);
      await page.getByRole("button", { name: "Make new codes" }).click();
      await page.getByRole("alertdialog", { name: "Your new recovery codes" }).waitFor();
    },
  },
];
