import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const sessions = "/api/user/sessions";
const trustedDevices = "/api/user/trusted-devices";
const since = { trustedAt: "2026-09-03T08:15:00.000Z", endsAt: "2026-10-03T08:15:00.000Z" };
const trusted = [
  {
    id: "0199f1ca-90aa-7c31-9b6d-1c2d3e4f5a06",
    device: "Firefox on Linux",
    location: "192.0.2.0/24",
    isCurrent: true,
    ...since,
  },
  { id: "0199f1ca-90aa-7c31-9b6d-1c2d3e4f5a07", device: "Safari on iOS", location: null, isCurrent: false, ...since },
];

async function open(page: Page) {
  await enter(page, "/dashboard");
  await page.getByRole("button", { name: "Manage active sessions" }).click();
  return page.getByRole("dialog", { name: "Active Sessions" });
}

async function listed(page: Page) {
  const dialog = await open(page);
  await dialog.getByText("This device").first().waitFor();
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
    name: "sessions-trusted-devices",
    signedIn: true,
    async reach(page) {
      await given(page, trustedDevices, { body: trusted });
      await (await listed(page)).getByText("Trusted browsers").waitFor();
    },
  },
  {
    name: "sessions-trusted-devices-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${trustedDevices}`],
    async reach(page) {
      await given(page, trustedDevices, behind);
      await (await listed(page)).getByText("Your trusted browsers could not be loaded").waitFor();
    },
  },
  {
    name: "sessions-revoke-trust",
    signedIn: true,
    async reach(page) {
      await given(page, trustedDevices, { body: trusted });
      await (await listed(page)).getByRole("button", { name: "Revoke the trust in Firefox on Linux" }).click();
      await page.getByRole("alertdialog").waitFor();
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
      await given(page, `${sessions}/*`, { body: { message: "The session ended." } });
      const dialog = await listed(page);
      await dialog.getByRole("button", { name: "Revoke Safari on iOS" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
      await toast(page, "Session revoked").waitFor();
      await dialog.getByText("This device").first().waitFor();
    },
  },
];
