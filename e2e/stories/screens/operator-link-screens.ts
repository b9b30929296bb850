import type { Page } from "playwright-core";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const removing = "/api/auth/rescue/second-factors";

async function remove(page: Page): Promise<void> {
  await enter(page, "/rescue?token=good");
  await page.getByRole("button", { name: "Remove lost second factors" }).click();
  await page.getByRole("button", { name: "Remove second factors" }).click();
}

/** The pages of the links that the command line prints. */
export const operatorLinkScreens: readonly Screen[] = [
  {
    name: "admin-link-signed-out",
    async reach(page) {
      await enter(page, "/admin-link?token=good");
      await page.getByRole("heading", { name: "Become the first admin" }).waitFor();
    },
  },
  {
    name: "admin-link-without-token",
    async reach(page) {
      await enter(page, "/admin-link");
      await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    },
  },
  {
    name: "rescue",
    async reach(page) {
      await enter(page, "/rescue?token=good");
      await page.getByRole("button", { name: "Set a new password" }).waitFor();
    },
  },
  {
    name: "rescue-password",
    async reach(page) {
      await enter(page, "/rescue?token=good");
      await page.getByRole("button", { name: "Set a new password" }).click();
      await page.getByRole("button", { name: "Set password" }).waitFor();
    },
  },
  {
    name: "rescue-second-factors-pending",
    async reach(page) {
      await unanswered(page, removing);
      await remove(page);
      await page.getByRole("button", { name: "Removing second factors..." }).waitFor();
    },
  },
  {
    name: "rescue-done",
    async reach(page) {
      await given(page, removing, { body: { message: "Your second factors are removed." } });
      await remove(page);
      await page.getByRole("heading", { name: "Done" }).waitFor();
    },
  },
  {
    name: "rescue-refused",
    troubles: [`answer 400: POST ${removing}`],
    async reach(page) {
      await remove(page);
      await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    },
  },
  {
    name: "rescue-out-of-reach",
    troubles: [`no answer: POST ${removing}`],
    async reach(page) {
      await outOfReach(page, removing);
      await remove(page);
      await page.getByRole("alert").filter({ hasText: "This did not work" }).first().waitFor();
    },
  },
];
