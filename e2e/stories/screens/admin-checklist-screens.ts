import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const policy = "/api/admin/sign-up-policy";

/** The admin of `asAdmin`, with the checklist of a new service: applications, a backup and mail are there. */
async function asNewAdmin(page: Page): Promise<void> {
  await asAdmin(page);
  await page.evaluate(() => localStorage.removeItem("checklist-over"));
  await given(page, "/api/admin/mail", {
    body: {
      transport: "smtp",
      from: "attestory@id.example.com",
      server: { host: "mail.example.com", port: 587, security: "starttls", signsIn: true },
    },
  });
  await given(page, policy, { body: { mode: "open", domains: [], setAt: null, setBy: null } });
}

async function overviewIsThere(page: Page): Promise<void> {
  await page.getByText("Basil Mockford").waitFor();
  await page.getByText("signed up in 30 days").waitFor();
}

/** What is left to do before others rely on the service. */
export const adminChecklistScreens: readonly Screen[] = [
  {
    name: "admin-checklist",
    signedIn: true,
    async reach(page) {
      await asNewAdmin(page);
      await enter(page, "/admin");
      await page.getByText("3 of 6 done").waitFor();
      await overviewIsThere(page);
    },
  },
  {
    name: "admin-checklist-loading",
    signedIn: true,
    async reach(page) {
      await asNewAdmin(page);
      await unanswered(page, policy);
      await enter(page, "/admin");
      await page.getByRole("status", { name: "Loading the checklist" }).waitFor();
      await overviewIsThere(page);
    },
  },
  {
    name: "admin-checklist-out-of-reach",
    signedIn: true,
    troubles: [`answer 503: GET ${policy}`],
    async reach(page) {
      await asNewAdmin(page);
      await given(page, policy, behind);
      await enter(page, "/admin");
      await overviewIsThere(page);
      await page.getByRole("heading", { name: "Before you go live" }).waitFor({ state: "hidden" });
    },
  },
];
