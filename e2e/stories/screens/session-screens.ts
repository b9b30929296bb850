import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { behind, given, outOfReach, type Screen, unanswered } from "./screen.ts";

const sessions = "/api/user/sessions";

async function open(page: Page) {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Manage active sessions" }).click();
  return page.getByRole("dialog", { name: "Active Sessions" });
}

async function listed(page: Page) {
  const dialog = await open(page);
  await dialog.getByText("This device").waitFor();
  return dialog;
}

/** The list of the user's sessions. */
export const sessionScreens: readonly Screen[] = [
  {
    name: "sessions",
    signedIn: true,
    async reach(page) {
      await listed(page);
    },
  },
  {
    name: "sessions-loading",
    signedIn: true,
    async reach(page) {
      await unanswered(page, sessions);
      await (await open(page)).getByRole("status", { name: "Loading your sessions" }).waitFor();
    },
  },
  {
    name: "sessions-empty",
    signedIn: true,
    async reach(page) {
      await given(page, sessions, { body: [] });
      await (await open(page)).getByText("No active sessions found").waitFor();
    },
  },
  {
    name: "sessions-problem",
    signedIn: true,
    troubles: ["answer 503: GET /api/user/sessions"],
    async reach(page) {
      await given(page, sessions, behind);
      await (await open(page)).getByText("Your sessions could not be loaded").waitFor();
    },
  },
  {
    name: "sessions-out-of-reach",
    signedIn: true,
    troubles: ["no answer: GET /api/user/sessions"],
    async reach(page) {
      await outOfReach(page, sessions);
      await (await open(page)).getByText("Your sessions could not be loaded").waitFor();
    },
  },
  {
    name: "sessions-revoke-one",
    signedIn: true,
    async reach(page) {
      await (await listed(page)).getByRole("button", { name: "Revoke Safari on iOS" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "sessions-revoke-others",
    signedIn: true,
    async reach(page) {
      await (await listed(page)).getByRole("button", { name: "Revoke all others" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "sessions-revoked",
    signedIn: true,
    async reach(page) {
      await page.route(`**${sessions}/*`, (route) => route.fulfill({ json: { message: "The session ended." } }));
      const dialog = await listed(page);
      await dialog.getByRole("button", { name: "Revoke Safari on iOS" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
      await toast(page, "Session revoked").waitFor();
      await dialog.getByText("This device").waitFor();
    },
  },
];
