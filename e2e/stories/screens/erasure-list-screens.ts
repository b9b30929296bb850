import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const path = "/api/admin/erasures";
const requestedPath = `${path}?state=requested`;
const erasedPath = `${path}?state=erased`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const erasure = (facts: object) => ({
  userId: crypto.randomUUID(),
  account: null,
  requestedAt: null,
  dueAt: null,
  startedAt: null,
  reason: null,
  erasedBy: null,
  erasedAt: null,
  receipt: null,
  ...facts,
});

const requested = (username: string, days: number, email = `${username}@example.com`) =>
  erasure({ account: { username, email }, requestedAt: inDays(days - 14), dueAt: inDays(days) });

const erased = (reason: string, days: number, facts: object = {}) => {
  const userId = crypto.randomUUID();
  const at = inDays(-days);
  return erasure({ userId, startedAt: at, reason, erasedAt: at, receipt: `user-${userId}@9`, ...facts });
};
const byAdmin = { erasedBy: crypto.randomUUID() };

const toBeDeleted = [
  // A worker finishes it.
  erasure({ startedAt: inDays(0), reason: "legal", ...byAdmin }),
  requested("fern", 2),
  requested("juniper", 11, `${"j".repeat(64)}@${"long".repeat(10)}.example.com`),
];
/** For each reason. */
const receipts = [
  erased("own", 0.1),
  erased("requested", 1, byAdmin),
  erased("legal", 8, byAdmin),
  erased("misuse", 20, byAdmin),
  erased("test", 40, byAdmin),
  erased("restored", 90),
];

async function enterWith(page: Page, lists: { waiting: object[]; gone: object[]; nextCursor?: string }): Promise<void> {
  const { waiting, gone, nextCursor = null } = lists;
  await asAdmin(page);
  await given(page, requestedPath, { body: { erasures: waiting, nextCursor } });
  await given(page, erasedPath, { body: { erasures: gone, nextCursor } });
  await enter(page, "/admin/erasures");
}

/** Which accounts are to be deleted, and the receipts of those that were erased, as admins see them. */
export const erasureListScreens: readonly Screen[] = [
  {
    name: "admin-erasures",
    signedIn: true,
    async reach(page) {
      await enterWith(page, { waiting: toBeDeleted, gone: receipts, nextCursor: "WyIwIiwiMCJd" });
      await page.getByText("fern@example.com").waitFor();
      await page.getByText("A backup had brought it back").waitFor();
    },
  },
  {
    name: "admin-erasures-empty",
    signedIn: true,
    async reach(page) {
      await enterWith(page, { waiting: [], gone: [] });
      await page.getByText("No requested deletions yet").waitFor();
      await page.getByText("No erased accounts yet").waitFor();
    },
  },
  {
    name: "admin-erasures-loading",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, requestedPath);
      await unanswered(page, erasedPath);
      await enter(page, "/admin/erasures");
      await page.getByRole("status", { name: "Loading the erased accounts" }).waitFor();
    },
  },
  {
    name: "admin-erasures-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${path}`],
    async reach(page) {
      await asAdmin(page);
      await given(page, requestedPath, behind);
      await given(page, erasedPath, behind);
      await enter(page, "/admin/erasures");
      await page.getByText("The requested deletions could not be loaded").waitFor();
      await page.getByText("The erased accounts could not be loaded").waitFor();
    },
  },
];
