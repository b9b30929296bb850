import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const importCall = "/api/admin/import?dryRun=true";
const generationsCall = "/api/admin/generations";

const report = {
  dryRun: true,
  generation: 3,
  takenAt: "2026-11-19T18:00:04.118Z",
  newestEventAt: "2026-11-19T17:59:58.004Z",
  events: 1_944_000,
  lost: { since: "2026-11-19T17:59:58.004Z", events: 16_412, accounts: 78, applications: 2, consents: 131 },
  stillErased: 3,
};

const generations = [
  { generation: 2, isActive: true, bytes: 1_412_300_000, newestEventAt: "2026-11-26T14:30:12.870Z" },
  { generation: 1, isActive: false, bytes: 903_100_000, newestEventAt: "2026-09-04T09:12:33.870Z" },
];

/** What the service answers a file with. */
const answered = (page: Page, event: string, data: object) =>
  given(page, importCall, {
    headers: { "content-type": "text/event-stream" },
    body: `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  });

async function openImport(page: Page): Promise<void> {
  await enter(page, "/admin");
  await page.getByText("Basil Mockford").waitFor();
  await page.getByRole("button", { name: "Import Database" }).click();
}

async function chooseFile(page: Page, name = "attestory-2026-11-19.sql"): Promise<void> {
  await openImport(page);
  const file = { name, mimeType: "application/sql", buffer: Buffer.from("-- Attestory backup") };
  await page.getByLabel("Choose a .sql file").setInputFiles(file);
}

async function withGenerations(page: Page): Promise<void> {
  await asAdmin(page);
  await given(page, generationsCall, { body: { changesHere: true, generations } });
  await enter(page, "/admin");
  await page.getByText("Generation 1").waitFor();
}

/** The import of a backup, up to the question, and the way back. */
export const generationScreens: readonly Screen[] = [
  {
    name: "admin-import-wrong-file",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await chooseFile(page, "photo.png");
      await page.getByText("The name of a backup ends in .sql").waitFor();
    },
  },
  {
    name: "admin-import-by-command",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, generationsCall, { body: { changesHere: false, generations: [] } });
      await openImport(page);
      await page.getByText("This service runs in several processes").waitFor();
    },
  },
  {
    name: "admin-import-checking",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, importCall);
      await chooseFile(page);
      await page.getByText("Sending the file").waitFor();
    },
  },
  {
    name: "admin-import-refused",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      const message = "Refused: line 48213: the stream has a gap in its revisions. Nothing was changed.";
      await answered(page, "refused", { message, code: "invalid_fields", fields: { sqlContent: message } });
      await chooseFile(page);
      await page.getByText("This file cannot be imported").waitFor();
    },
  },
  {
    name: "admin-import-checked",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await answered(page, "done", report);
      await chooseFile(page);
      await page.getByText("All data is replaced").waitFor();
    },
  },
  {
    name: "admin-import-moment",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await answered(page, "done", report);
      await chooseFile(page);
      await page.getByRole("button", { name: "Restore to an earlier moment" }).click();
      await page.getByLabel("Restore only what was recorded until").fill("2026-11-12T18:00:00");
      await page.getByText("Check again before you import.").waitFor();
    },
  },
  {
    name: "admin-generations",
    signedIn: true,
    reach: withGenerations,
  },
  {
    name: "admin-go-back",
    signedIn: true,
    async reach(page) {
      await withGenerations(page);
      await page.getByRole("button", { name: "Go back to generation 1" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "admin-generations-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${generationsCall}`],
    async reach(page) {
      await asAdmin(page);
      await given(page, generationsCall, behind);
      await enter(page, "/admin");
      await page.getByText("The generations could not be loaded").waitFor();
    },
  },
];
