import type { Page } from "playwright-core";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const activity = "/api/user/activity";

const entry = (facts: object) => ({
  id: crypto.randomUUID(),
  type: "sign-in",
  sentence: "Signed in",
  detail: null,
  time: "2026-03-02T08:12:33.870Z",
  device: "Firefox on Linux",
  network: "192.0.2.0/24",
  sessionId: null,
  isCurrent: false,
  canDisown: false,
  ...facts,
});

/** Entries of every kind, with more to come. */
const page = {
  activity: [
    entry({ isCurrent: true }),
    entry({ device: "Chrome on Windows", network: "203.0.113.0/24", canDisown: true }),
    entry({
      type: "attempt",
      sentence: "Many wrong passwords were refused",
      detail: "New devices now wait 15 minutes between attempts",
      device: "Unknown device",
    }),
    entry({
      type: "password",
      sentence: "Your password was changed",
      detail: "Every other session ended",
      time: "2026-02-28T16:40:02.551Z",
    }),
    entry({
      type: "application",
      sentence: "An application was connected",
      detail: "Called Ledgerline",
      time: "2026-02-28T16:12:40.118Z",
    }),
    entry({ type: "account", sentence: "You registered", time: "2025-12-09T10:05:44.930Z" }),
  ],
  nextCursor: "WyIwIiwiMCJd",
};

async function open(page: Page) {
  await enter(page, "/dashboard/activity");
  await page.getByRole("heading", { name: "Activity" }).waitFor();
}

/** The timeline of the signed-in user. */
export const activityScreens: readonly Screen[] = [
  {
    name: "activity",
    signedIn: true,
    async reach(tab) {
      await given(tab, activity, { body: page });
      await open(tab);
      await tab.getByText("Chrome on Windows").waitFor();
    },
  },
  {
    name: "activity-not-me",
    signedIn: true,
    async reach(tab) {
      await given(tab, activity, { body: page });
      await open(tab);
      await tab.getByRole("button", { name: "This wasn't me" }).click();
      await tab.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "activity-loading",
    signedIn: true,
    async reach(tab) {
      await unanswered(tab, activity);
      await open(tab);
      await tab.getByRole("status", { name: "Loading your activity" }).waitFor();
    },
  },
  {
    name: "activity-filtered-to-nothing",
    signedIn: true,
    async reach(tab) {
      // The shared account may have entries of any kind, because other screens use it too.
      await given(tab, `${activity}?type=password`, { body: { activity: [], nextCursor: null } });
      await enter(tab, "/dashboard/activity?type=password");
      await tab.getByText("Nothing of this kind").waitFor();
    },
  },
  {
    name: "activity-problem",
    signedIn: true,
    troubles: ["answer 503: GET /api/user/activity"],
    async reach(tab) {
      await given(tab, activity, behind);
      await open(tab);
      await tab.getByText("Your activity could not be loaded").waitFor();
    },
  },
  {
    name: "activity-out-of-reach",
    signedIn: true,
    troubles: ["no answer: GET /api/user/activity"],
    async reach(tab) {
      await outOfReach(tab, activity);
      await open(tab);
      await tab.getByText("Your activity could not be loaded").waitFor();
    },
  },
];
