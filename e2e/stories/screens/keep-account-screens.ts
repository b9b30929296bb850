import type { Page } from "playwright-core";
import { given, unanswered } from "./answers.ts";
import { cancel, gone, press } from "./erasure-screens.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

async function openLink(page: Page) {
  await enter(page, "/keep-account?token=good");
  await page.getByRole("button", { name: "Keep my account" }).waitFor();
}

/** The link in the email about the deletion of an account. */
export const keepAccountScreens: readonly Screen[] = [
  { name: "keep-account", reach: openLink },
  {
    name: "keep-account-pending",
    async reach(page) {
      await unanswered(page, cancel);
      await openLink(page);
      await press(page, "Keep my account");
      await page.getByRole("button", { name: "Keeping your account..." }).waitFor();
    },
  },
  {
    name: "keep-account-done",
    async reach(page) {
      await given(page, cancel, { body: { message: "Your account is kept. Sign in as before." } });
      await openLink(page);
      await press(page, "Keep my account");
      await page.getByRole("heading", { name: "Your account is kept" }).waitFor();
    },
  },
  {
    name: "keep-account-refused",
    troubles: ["answer 400: POST /api/user/erasure/cancel"],
    async reach(page) {
      await given(page, cancel, gone);
      await openLink(page);
      await press(page, "Keep my account");
      await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    },
  },
  {
    name: "keep-account-problem",
    troubles: ["answer 503: POST /api/user/erasure/cancel"],
    async reach(page) {
      await given(page, cancel, behind);
      await openLink(page);
      await press(page, "Keep my account");
      await page.getByText("This did not work").waitFor();
    },
  },
  {
    name: "keep-account-without-token",
    async reach(page) {
      await enter(page, "/keep-account");
      await page.getByText("Please open the link of the email again").waitFor();
    },
  },
];
