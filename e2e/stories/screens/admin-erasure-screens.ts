import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { asAdmin, listedUser } from "./admin-screens.ts";
import { openUser, userPath, withUser } from "./admin-user-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const erasesAt = "2026-03-16T08:12:33.870Z";
const erasing = `${userPath}?reason=misuse`;

async function openDialog(page: Page) {
  await withUser(page);
  await openUser(page);
  await page.getByRole("button", { name: "Erase this account" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase Fern Fixture?" });
  await dialog.waitFor();
  return dialog;
}

async function submit(page: Page, answer: () => Promise<void>) {
  const dialog = await openDialog(page);
  await answer();
  await dialog.getByLabel("Why?").selectOption("It was misused");
  await dialog.getByLabel("Type fern to confirm").fill("fern");
  await dialog.getByRole("button", { name: "Erase account" }).click();
}

/** Accounts that an admin erases, and that their owners want to delete. */
export const adminErasureScreens: readonly Screen[] = [
  {
    name: "admin-erasure",
    signedIn: true,
    async reach(page) {
      await openDialog(page);
    },
  },
  {
    name: "admin-erasure-pending",
    signedIn: true,
    async reach(page) {
      await submit(page, () => unanswered(page, erasing));
      await page.getByRole("button", { name: "Erasing..." }).waitFor();
    },
  },
  {
    name: "admin-erasure-refused",
    signedIn: true,
    troubles: [`answer 503: DELETE ${userPath}`],
    async reach(page) {
      await submit(page, () => given(page, erasing, behind));
      await toast(page, "Erasure failed").waitFor();
    },
  },
  {
    name: "admin-erasure-of-admin",
    signedIn: true,
    async reach(page) {
      await withUser(page, { isAdmin: true });
      await openUser(page);
      await page.getByText("Take the admin role from this account first.").waitFor();
    },
  },
  {
    name: "admin-erasure-requested",
    signedIn: true,
    async reach(page) {
      await withUser(page, { isActive: false, erasesAt });
      await openUser(page);
      await page.getByText("Its owner wants to delete it.").waitFor();
    },
  },
  {
    name: "admin-erasure-listed",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      const users = [
        listedUser({}),
        listedUser({
          firstName: "Otto",
          lastName: "Placeholder",
          email: "otto@example.org",
          isActive: false,
          erasesAt,
        }),
        listedUser({
          firstName: "Basil",
          lastName: "Mockford",
          isDeveloper: true,
          isPro: true,
          isActive: false,
          erasesAt,
        }),
      ];
      await given(page, "/api/admin/users", { body: { users, matches: null, nextCursor: null } });
      await enter(page, "/admin/users");
      await page.getByText("To be deleted on").first().waitFor();
    },
  },
];
