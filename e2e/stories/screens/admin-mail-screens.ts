import { inTheme } from "@attestory/command-api/mail/email-html.ts";
import { framedEmail } from "@attestory/command-api/mail/framed-email.ts";
import { previewEmails, previewHtml } from "@attestory/command-api/mail/preview/preview-emails.ts";
import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const settings = {
  transport: "smtp",
  from: "attestory@id.example.com",
  server: { host: "mail.example.com", port: 587, security: "starttls-if-offered", signsIn: true },
};
/** The frame runs no script that could answer. */
const askedByAxe = "console warning: Failed to execute 'postMessage' on 'DOMWindow'";
/** Nor does it run the translator. */
const translatorStopped = "console error: Blocked script execution in ";
const publicUrl = "https://id.example.com";
const at = new Date("2026-03-02T10:00:00.000Z");

const html = (id: string, theme: "light" | "dark") => framedEmail(inTheme(previewHtml(id, publicUrl, at) ?? "", theme));

async function previewed(page: Page, when: string, id: string): Promise<void> {
  await asAdmin(page);
  await given(page, "/api/admin/mail", { body: settings });
  await given(page, "/api/admin/mail/previews", { body: previewEmails(publicUrl, at) });
  for (const theme of ["light", "dark"] as const) {
    await given(page, `/api/admin/mail/previews/${id}/html?theme=${theme}`, html(id, theme));
  }
  await enter(page, "/admin/mail");
  await page.getByRole("combobox", { name: "Email" }).selectOption(when);
}

const step = (name: string, state: string, said: string | null = null) => ({ step: name, state, said });

async function tested(page: Page, steps: readonly object[]): Promise<void> {
  await asAdmin(page);
  await given(page, "/api/admin/mail", { body: settings });
  await given(page, "/api/admin/mail/previews", { body: [] });
  await given(page, "/api/admin/mail/test", { body: { transport: "smtp", sentTo: "juniper@example.com", steps } });
  await enter(page, "/admin/mail");
  await page.getByRole("button", { name: "Send test email" }).click();
}

/** The check of the mail settings. */
export const adminMailScreens: readonly Screen[] = [
  {
    name: "admin-mail",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/mail", { body: settings });
      await given(page, "/api/admin/mail/previews", { body: [] });
      await enter(page, "/admin/mail");
      await page.getByText("mail.example.com:587").waitFor();
    },
  },
  {
    name: "admin-mail-without-server",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/mail", { body: { transport: "dev-inbox", from: null, server: null } });
      await given(page, "/api/admin/mail/previews", { body: [] });
      await enter(page, "/admin/mail");
      await page.getByText("There is no mail server").waitFor();
    },
  },
  {
    name: "admin-mail-sent",
    signedIn: true,
    async reach(page) {
      await tested(page, [
        step("connection", "done", "250-mail.example.com greets you"),
        step("tls", "done"),
        step("sign-in", "skipped"),
        step("sender", "done"),
        step("recipient", "done"),
        step("message", "done", "250 2.0.0 Ok: queued as 4F1D22"),
      ]);
      await page.getByText("The mail server took the email").waitFor();
    },
  },
  {
    name: "admin-mail-refused",
    signedIn: true,
    async reach(page) {
      await tested(page, [
        step("connection", "done", "250-mail.example.com greets you"),
        step("tls", "done"),
        step(
          "sign-in",
          "failed",
          "535 5.7.8 Error: authentication failed: the account is locked, see https://example.com/locked",
        ),
        step("sender", "skipped"),
        step("recipient", "skipped"),
        step("message", "skipped"),
      ]);
      await page.getByText("was not sent").waitFor();
    },
  },
  {
    name: "admin-mail-preview",
    signedIn: true,
    troubles: [askedByAxe],
    translatedTroubles: [translatorStopped],
    async reach(page) {
      await previewed(page, "Someone signs in in a new browser", "new-device");
      await page.frameLocator("iframe").getByText("Look at your account").waitFor();
      await page.locator("iframe").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "admin-mail-preview-dark",
    signedIn: true,
    troubles: [askedByAxe],
    translatedTroubles: [translatorStopped],
    async reach(page) {
      await previewed(page, "A sign-in in a new browser needs a code", "email-code");
      await page.getByRole("group", { name: "Show as" }).getByRole("button", { name: "Dark" }).click();
      await page.frameLocator("iframe").getByText("1234 5678").waitFor();
      await page.locator("iframe").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "admin-mail-problem",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/mail"],
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/mail", behind);
      await enter(page, "/admin/mail");
      await page.getByText("The settings could not be loaded").waitFor();
    },
  },
];
