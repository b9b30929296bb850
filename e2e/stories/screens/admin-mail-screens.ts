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
const step = (name: string, state: string, said: string | null = null) => ({ step: name, state, said });

async function tested(page: Page, steps: readonly object[]): Promise<void> {
  await asAdmin(page);
  await given(page, "/api/admin/mail", { body: settings });
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
