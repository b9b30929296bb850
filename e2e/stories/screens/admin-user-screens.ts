import type { Page } from "playwright-core";
import { apiKeys, applications, consents } from "./admin-access-screens.ts";
import { asAdmin, listedUser } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const id = "3f0a9a52-6d0e-4b83-a1f4-20c5e8d7b613";
export const userPath = `/api/admin/users/${id}`;
const at = "2026-03-02T08:12:33.870Z";

const user = listedUser({ id, isDeveloper: true, twoFactorEnabled: true, lastSignInAt: at });
const account = {
  emailVerifiedAt: at,
  passwordChangedAt: null,
  hasPassword: true,
  pendingEmail: "fern@example.net",
  createdBy: crypto.randomUUID(),
  hardwareKeys: [{ id: crypto.randomUUID(), name: "Blue key", createdAt: at, lastUsed: null }],
  invitations: { limit: 47, used: 47, lapsed: 3, resumesAt: new Date(Date.now() + 7_200_500).toISOString() },
};
const session = {
  id: crypto.randomUUID(),
  userAgent: null,
  ipAddress: "192.0.2.44",
  lastAccess: at,
  createdAt: at,
  device: "Firefox on Linux",
  location: "192.0.2.0/24",
  method: "password",
  secondFactor: "totp",
  signedInWith: "a password and a code",
};
const event = (facts: object) => ({
  id: crypto.randomUUID(),
  type: "sign-in",
  event: "SessionStarted",
  sentence: "Signed in",
  detail: null,
  time: at,
  device: "Firefox on Linux",
  network: "192.0.2.0/24",
  sessionId: null,
  ...facts,
});

export async function withUser(page: Page, facts: object = {}): Promise<void> {
  await asAdmin(page);
  await given(page, `${userPath}/events?limit=50`, {
    body: {
      events: [
        event({}),
        event({ type: "account", event: "RolesChanged", sentence: "Your roles were changed", detail: "By an admin" }),
      ],
      nextCursor: null,
    },
  });
  await given(page, `${userPath}/sessions`, { body: { sessions: [session], nextCursor: null } });
  await given(page, `/api/admin/api-keys?user=${id}`, { body: { apiKeys, nextCursor: "WyIwIiwiMCJd" } });
  await given(page, `/api/admin/applications?user=${id}`, { body: { applications, nextCursor: null } });
  await given(page, `/api/admin/consents?user=${id}`, { body: { consents, nextCursor: null } });
  await given(page, userPath, { body: { user: { ...user, ...facts }, account } });
}

export async function openUser(page: Page): Promise<void> {
  await enter(page, `/admin/users/${id}`);
  await page.getByRole("heading", { name: "Fern Fixture" }).waitFor();
  await page.getByText("RolesChanged").waitFor({ state: "attached" });
}

/** One user, as admins see them. */
export const adminUserScreens: readonly Screen[] = [
  {
    name: "admin-user",
    signedIn: true,
    async reach(page) {
      await withUser(page);
      await openUser(page);
      await page.getByText("a password and a code").waitFor();
      await page.getByText("Used up", { exact: true }).waitFor();
      await page.getByText("Nightly report").waitFor();
      await page.getByText("Deleted application").waitFor();
      await page.getByRole("button", { name: "Manage Ledgerline" }).waitFor();
    },
  },
  {
    name: "admin-user-unverified",
    signedIn: true,
    async reach(page) {
      await withUser(page, { emailVerified: false, isActive: false });
      await given(page, `${userPath}/sessions`, { body: { sessions: [], nextCursor: null } });
      await given(page, `/api/admin/api-keys?user=${id}`, { body: { apiKeys: [], nextCursor: null } });
      await given(page, `/api/admin/applications?user=${id}`, { body: { applications: [], nextCursor: null } });
      await given(page, `/api/admin/consents?user=${id}`, { body: { consents: [], nextCursor: null } });
      await openUser(page);
      await page.getByText("No active sessions found").waitFor();
      for (const none of ["API keys", "applications", "consents"]) await page.getByText(`No ${none} yet`).waitFor();
    },
  },
  {
    name: "admin-user-access-unread",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/applications"],
    async reach(page) {
      await withUser(page);
      await unanswered(page, `/api/admin/api-keys?user=${id}`);
      await given(page, `/api/admin/applications?user=${id}`, behind);
      await openUser(page);
      await page.getByRole("status", { name: "Loading the API keys" }).waitFor();
      await page.getByText("The applications could not be loaded").waitFor();
      await page.getByText("Deleted application").waitFor();
    },
  },
  {
    name: "admin-user-force-reset",
    signedIn: true,
    async reach(page) {
      await withUser(page);
      await openUser(page);
      await page.getByRole("button", { name: "Force reset" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "admin-user-loading",
    signedIn: true,
    async reach(page) {
      await withUser(page);
      await unanswered(page, userPath);
      await enter(page, `/admin/users/${id}`);
      await page.getByRole("status", { name: "Loading the user" }).waitFor();
    },
  },
  {
    name: "admin-user-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${userPath}`],
    async reach(page) {
      await withUser(page);
      await given(page, userPath, behind);
      await enter(page, `/admin/users/${id}`);
      await page.getByText("The user could not be loaded").waitFor();
    },
  },
  {
    name: "admin-user-gone",
    signedIn: true,
    troubles: [`answer 404: GET ${userPath}`],
    async reach(page) {
      await withUser(page);
      await given(page, userPath, {
        status: 404,
        body: { message: "There is nothing at this address", code: "not_found" },
      });
      await enter(page, `/admin/users/${id}`);
      await page.getByText("There is nothing at this address").waitFor();
    },
  },
  {
    name: "admin-new-user",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await enter(page, "/admin/users");
      await page.getByRole("button", { name: "New User" }).click();
      await page.getByRole("button", { name: "Create user" }).click();
      await page.getByText("Please enter your email address").waitFor();
    },
  },
];
