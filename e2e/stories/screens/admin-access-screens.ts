import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const owner = { id: id(1), username: "basil", isActive: true };
const former = { id: id(2), username: "otto", isActive: false };
const times = { createdAt: "2026-03-02T08:12:33.870Z", lastUsedAt: "2026-10-05T14:00:09.214Z" };

const apiKey = {
  id: id(3),
  name: "Nightly report",
  keyPrefix: "ak_5fQx",
  scopes: ["users:read", "health:read"],
  isActive: true,
  expiresAt: null,
  owner,
  ...times,
};
export const apiKeys = [
  apiKey,
  { ...apiKey, id: id(4), name: "Old script", isActive: false, owner: former, lastUsedAt: null },
];
const application = {
  id: id(5),
  name: "Ledgerline",
  clientId: id(5),
  logoUrl: null,
  type: "confidential",
  isActive: true,
  trusted: true,
  owner,
  ...times,
};
export const applications = [
  application,
  {
    ...application,
    id: id(6),
    clientId: id(6),
    name: "An application with quite a long name of its own",
    type: "public",
    isActive: false,
    trusted: false,
    owner: former,
    lastUsedAt: null,
  },
];
export const consents = [
  { application: { id: id(5), name: "Ledgerline" }, scopes: ["openid", "profile", "email"], owner, ...times },
  { application: { id: id(7), name: null }, scopes: ["openid"], owner: { ...former, username: null }, ...times },
];

const nextCursor = "WyIwIiwiMCJd";

async function withAccess(page: Page): Promise<void> {
  await asAdmin(page);
  await given(page, "/api/admin/api-keys", { body: { apiKeys, nextCursor } });
  await given(page, "/api/admin/applications", { body: { applications, nextCursor: null } });
  await given(page, "/api/admin/consents", { body: { consents, nextCursor: null } });
}

async function managing(page: Page): Promise<void> {
  await withAccess(page);
  await enter(page, "/admin/access?show=applications");
  await page.getByRole("button", { name: "Manage Ledgerline" }).click();
  await page.getByRole("dialog").getByText("Belongs to basil").waitFor();
}

/** What may act for users or as an application. */
export const adminAccessScreens: readonly Screen[] = [
  {
    name: "admin-access-api-keys",
    signedIn: true,
    async reach(page) {
      await withAccess(page);
      await enter(page, "/admin/access");
      await page.getByText("Nightly report").waitFor();
    },
  },
  {
    name: "admin-access-applications",
    signedIn: true,
    async reach(page) {
      await withAccess(page);
      await enter(page, "/admin/access?show=applications");
      await page.getByText("Ledgerline").first().waitFor();
    },
  },
  {
    name: "admin-access-consents",
    signedIn: true,
    async reach(page) {
      await withAccess(page);
      await enter(page, "/admin/access?show=consents");
      await page.getByText("Deleted application").waitFor();
    },
  },
  {
    name: "admin-access-none-unused",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/api-keys?**", { body: { apiKeys: [], nextCursor: null } });
      await enter(page, `/admin/access?unused=90&user=${owner.id}`);
      await page.getByText("No such API keys").waitFor();
    },
  },
  {
    name: "admin-access-loading",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, "/api/admin/api-keys");
      await enter(page, "/admin/access");
      await page.getByRole("status", { name: "Loading the API keys" }).waitFor();
    },
  },
  {
    name: "admin-access-problem",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/api-keys"],
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/api-keys", behind);
      await enter(page, "/admin/access");
      await page.getByText("The API keys could not be loaded").waitFor();
    },
  },
  {
    name: "admin-access-revoke",
    signedIn: true,
    async reach(page) {
      await withAccess(page);
      await enter(page, "/admin/access");
      await page.getByRole("button", { name: "Revoke the API key Nightly report" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  { name: "admin-access-manage", signedIn: true, reach: managing },
  {
    name: "admin-access-hand-over",
    signedIn: true,
    async reach(page) {
      await managing(page);
      await page.getByRole("button", { name: "Hand over" }).click();
      await page.getByRole("radio", { name: /Hazel Specimen/ }).check();
    },
  },
];
