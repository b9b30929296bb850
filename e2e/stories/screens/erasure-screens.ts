import type { Page } from "playwright-core";
import { submitSignIn } from "../steps.ts";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const own = "/api/user";
export const cancel = "/api/user/erasure/cancel";
const now = "/api/user/erasure/now";
const erasesAt = "2026-03-16T08:12:33.870Z";
const shut = {
  status: 403,
  body: { message: "This account is shut.", code: "erasure_requested", erasesAt, erasureTicket: "a-ticket" },
};
export const gone = {
  status: 400,
  body: { message: "This no longer works. Sign in to see how your account is.", code: "invalid_token" },
};
const refusedSignIn = "answer 403: POST /api/auth/login";

async function openDialog(page: Page) {
  await enter(page, "/dashboard");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete my account" });
  await dialog.waitFor();
  return dialog;
}

async function submit(page: Page) {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Type juniper to confirm").fill("juniper");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
}

/** Signs in to an account that is to be deleted. */
async function reachShut(page: Page) {
  await given(page, "/api/auth/login", shut);
  await enter(page, "/login");
  await submitSignIn(page, { email: "juniper@example.com", password: "copper lantern 91" });
  await page.getByRole("heading", { name: "Your account is shut" }).waitFor();
}

export const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

/** The deletion of one's own account, seen in its settings. */
export const ownErasureScreens: readonly Screen[] = [
  {
    name: "erasure-dialog",
    signedIn: true,
    async reach(page) {
      const dialog = await openDialog(page);
      await dialog.getByLabel("Type juniper to confirm").fill("junip");
    },
  },
  {
    name: "erasure-requesting",
    signedIn: true,
    async reach(page) {
      await unanswered(page, own);
      await submit(page);
      await page.getByRole("button", { name: "Deleting..." }).waitFor();
    },
  },
  {
    name: "erasure-refused",
    signedIn: true,
    troubles: ["answer 409: DELETE /api/user"],
    async reach(page) {
      const message = "An admin cannot be deleted. Another admin must take the admin role from this account first.";
      await given(page, own, { status: 409, body: { message, code: "is_admin" } });
      await submit(page);
      await page.getByText("Your account was not deleted").waitFor();
    },
  },
  {
    name: "erasure-requested",
    signedIn: true,
    async reach(page) {
      const message = "Your account is shut. It will be deleted in 14 days.";
      await given(page, own, { body: { message, erasesAt, keepToken: "a-token" } });
      await submit(page);
      await page.getByText("To delete it now, sign in once more.").waitFor();
    },
  },
  {
    name: "erasure-of-admin",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await enter(page, "/dashboard");
      await page.getByText("An admin cannot be deleted.").waitFor();
    },
  },
];

/** An account that is to be deleted: after the request and at the sign-in. */
export const erasureScreens: readonly Screen[] = [
  { name: "erasure-shut", troubles: [refusedSignIn], reach: reachShut },
  {
    name: "erasure-keeping",
    troubles: [refusedSignIn],
    async reach(page) {
      await unanswered(page, cancel);
      await reachShut(page);
      await press(page, "Keep my account");
      await page.getByRole("button", { name: "Keeping your account..." }).waitFor();
    },
  },
  {
    name: "erasure-kept",
    troubles: [refusedSignIn],
    async reach(page) {
      await given(page, cancel, { body: { message: "Your account is kept. Sign in as before." } });
      await reachShut(page);
      await press(page, "Keep my account");
      await page.getByRole("status").filter({ hasText: "Your account is kept" }).waitFor();
    },
  },
  {
    name: "erasure-ticket-over",
    troubles: [refusedSignIn, "answer 400: POST /api/user/erasure/cancel"],
    async reach(page) {
      await given(page, cancel, gone);
      await reachShut(page);
      await press(page, "Keep my account");
      await page.getByRole("heading", { name: "Please sign in again" }).waitFor();
    },
  },
  {
    name: "erasure-now",
    troubles: [refusedSignIn],
    async reach(page) {
      await reachShut(page);
      await press(page, "Delete now");
      await page.getByRole("heading", { name: "Delete your account now?" }).waitFor();
    },
  },
  {
    name: "erasure-now-pending",
    troubles: [refusedSignIn],
    async reach(page) {
      await unanswered(page, now);
      await reachShut(page);
      await press(page, "Delete now");
      await press(page, "Delete now");
      await page.getByRole("button", { name: "Deleting your account..." }).waitFor();
    },
  },
  {
    name: "erasure-now-refused",
    troubles: [refusedSignIn, "answer 409: POST /api/user/erasure/now"],
    async reach(page) {
      const message =
        "The address of this account was changed in the last 72 hours, and the change can still be undone. Wait until then, or until the date of the deletion.";
      await given(page, now, { status: 409, body: { message, code: "address_changed_lately" } });
      await reachShut(page);
      await press(page, "Delete now");
      await press(page, "Delete now");
      await page.getByText("The address of this account was changed").waitFor();
    },
  },
  {
    name: "erasure-done",
    troubles: [refusedSignIn],
    async reach(page) {
      await given(page, now, { body: { message: "Your account is deleted." } });
      await reachShut(page);
      await press(page, "Delete now");
      await press(page, "Delete now");
      await page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
    },
  },
  {
    name: "erasure-reloaded",
    async reach(page) {
      await enter(page, "/account-shut");
      await page.getByRole("heading", { name: "Sign in to go on" }).waitFor();
    },
  },
];
