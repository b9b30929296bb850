import { sampleUser } from "@attestory/http/testing/sample-user.ts";
import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import type { Page } from "playwright-core";
import { figures } from "./analytics-figures.ts";
import { altered, given } from "./answers.ts";
import { backups } from "./backup-samples.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

/** An account in a list of accounts. */
export const listedUser = (facts: Partial<AdminUser>): AdminUser => ({
  ...sampleUser({ id: crypto.randomUUID(), username: "fern", email: "fern@example.com" }),
  firstName: "Fern",
  lastName: "Fixture",
  registeredAt: "2026-03-02T08:12:33.870Z",
  lastSignInAt: "2026-06-14T17:40:02.114Z",
  erasesAt: null,
  ...facts,
});

const application = (facts: object) => ({
  id: crypto.randomUUID(),
  clientId: crypto.randomUUID(),
  name: "Sample Notes",
  logoUrl: null,
  type: "confidential",
  isActive: true,
  trusted: false,
  owner: { id: crypto.randomUUID(), username: "juniper", isActive: true },
  createdAt: "2026-03-02T08:12:33.870Z",
  lastUsedAt: null,
  ...facts,
});

/** Accounts with every badge. */
const users = [
  listedUser({ twoFactorEnabled: true }),
  listedUser({
    username: "wren",
    email: "wren@example.com",
    firstName: null,
    lastName: null,
    emailVerified: false,
    lastSignInAt: null,
  }),
  listedUser({ firstName: "Basil", lastName: "Mockford", email: "basil@example.net", isDeveloper: true, isPro: true }),
  listedUser({ firstName: "Otto", lastName: "Placeholder", email: "otto@example.org", isActive: false }),
  listedUser({
    firstName: "Hazel",
    lastName: "Specimen",
    email: "hazel@example.org",
    isAdmin: true,
    twoFactorEnabled: true,
  }),
];

const applications = [application({}), application({ name: "Specimen Metrics", isActive: false })];

/** The signed-in user is an admin who has hidden the checklist, and no call of admins reaches the service. */
export async function asAdmin(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem("checklist-over", "1"));
  await altered(page, "/api/auth/me", ({ user }: { user: object }) => ({ user: { ...user, isAdmin: true } }));
  await given(page, "/api/admin/**", { status: 404, body: {} });
  await given(page, "/api/admin/users?**", {
    body: { users, matches: { count: 1000, isExact: false }, nextCursor: "WyIwIiwiMCJd" },
  });
  await given(page, "/api/admin/users", { body: { users, matches: null, nextCursor: "WyIwIiwiMCJd" } });
  await given(page, "/api/admin/stats", {
    body: { stats: { totalUsers: 12_480, twoFactorUsers: 7364, applications: 38, dailyLogins: 3107 } },
  });
  await given(page, "/api/admin/analytics", { body: figures(30) });
  await given(page, "/api/admin/applications?**", { body: { applications, nextCursor: null } });
  await given(page, "/api/admin/backups", { body: backups });
  await given(page, "/api/admin/notices", { body: { notices: [] } });
  await given(page, "/api/admin/builds", { body: { builds: [] } });
  await given(page, "/api/admin/generations", { body: { changesHere: true, generations: [] } });
}

/** What the people who run the service see. */
export const adminScreens: readonly Screen[] = [
  {
    name: "admin-access-denied",
    signedIn: true,
    async reach(page) {
      await enter(page, "/admin");
      await page.getByText("Access Denied").waitFor();
    },
  },
  {
    name: "admin-overview",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await enter(page, "/admin");
      await page.getByText("Basil Mockford").waitFor();
      await page.getByText("signed up in 30 days").waitFor();
    },
  },
  {
    name: "admin-overview-without-days",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/analytics"],
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/analytics", behind);
      await enter(page, "/admin");
      await page.getByText("Basil Mockford").waitFor();
      await page.getByText("12,480").waitFor();
      await page.getByText("with the ones not verified yet").waitFor();
    },
  },
  {
    name: "admin-export-failed",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/export"],
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/export", behind);
      await enter(page, "/admin");
      await page.getByText("Basil Mockford").waitFor();
      await page.getByRole("button", { name: "Export Database" }).click();
      const dialog = page.getByRole("dialog", { name: "Export Database" });
      await dialog.getByRole("button", { name: "Export", exact: true }).click();
      await dialog.getByText("Export failed").waitFor();
    },
  },
  {
    name: "admin-menu",
    signedIn: true,
    only: "narrow",
    async reach(page) {
      await asAdmin(page);
      await page.setViewportSize({ width: 375, height: 800 });
      await enter(page, "/admin");
      await page.getByText("Basil Mockford").waitFor();
      await page.getByRole("button", { name: "Overview: choose another screen" }).click();
      await page.getByRole("link", { name: "Users" }).waitFor();
    },
  },
  {
    name: "admin-all-users",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await enter(page, "/admin?all=users");
      await page.getByRole("dialog").getByText("Basil Mockford").waitFor();
    },
  },
];
