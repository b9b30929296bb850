import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkMail } from "@attestory/command-api/mail/check-mail.ts";
import { composeEmail } from "@attestory/command-api/mail/email.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../stand-ins/mail-server.ts";
import { selfSigned } from "../stand-ins/self-signed.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { givenAdmin } from "./admins.ts";
import { call, emailTo, givenUnverifiedUser, signIn } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { knowingAll } from "./stored-log.ts";

let mail: MailServer;
let product: InProcess;
beforeAll(async () => {
  mail = await startMailServer();
  const { host } = new URL(mail.url);
  product = await startInProcess({
    SMTP_URL: `smtp://mailer:hunter22@${host}`,
    MAIL_FROM: "id@example.com",
    RATE_LIMITS: "on",
  });
});
afterAll(async () => {
  await product.remove();
  await mail.close();
});

/** Without a dev inbox, no link of an email can be opened here. */
async function givenAdminWithMail() {
  const person = await givenUnverifiedUser(product.url);
  const { id: userId } = person;
  const roles = { isAdmin: true, isDeveloper: false, isPro: false };
  await product.happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
  await product.happened(userStream(userId), { type: "RolesChanged", data: { userId, ...roles } });
  const headers = await knowingAll(product);
  const token = await signIn(product.url, person);
  await askUntilUpToDate(() => call(product.url, "GET /api/auth/me", { token, headers }));
  return { ...person, token };
}
const test = (token: string) => call(product.url, "POST /api/admin/mail/test", { token });

it("EV-12 sends an admin a test email over the mail server", async () => {
  const { token, email } = await givenAdminWithMail();

  const { status, body } = await test(token);

  expect([status, body.transport, body.sentTo]).toEqual([200, "smtp", email]);
  expect(body.steps.map(({ step, state }: { step: string; state: string }) => `${step} ${state}`)).toEqual([
    "connection done",
    "tls skipped",
    "sign-in skipped",
    "sender done",
    "recipient done",
    "message done",
  ]);
  expect(body.steps.at(-1).said).toBe("250 kept");
  const received = mail.received.find(({ raw }) => raw.includes("Subject: Test email from Attestory"));
  expect(received).toMatchObject({ from: "id@example.com", to: [email] });
});

it("EV-12 shows what the server refuses with its words", async () => {
  const { token } = await givenAdminWithMail();
  mail.refusal = "550 5.1.1 no such mailbox";
  const { body } = await test(token);
  mail.refusal = null;
  expect(body.steps).toContainEqual({ step: "recipient", state: "failed", said: "550 5.1.1 no such mailbox" });
});

it("EV-12 shows whether TLS was agreed on, and why not: a certificate that nobody signed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "attestory-mail-"));
  const { key, certificate } = selfSigned(folder);
  mail.offerTls({ key: readFileSync(key), cert: readFileSync(certificate) });
  try {
    const { token } = await givenAdminWithMail();
    const { body } = await test(token);
    const said = expect.stringMatching(/self.signed certificate/);
    expect(body.steps.slice(0, 2)).toEqual([
      { step: "connection", state: "done", said: null },
      { step: "tls", state: "failed", said },
    ]);
    const email = composeEmail({ to: "juniper@example.com", subject: "A test", paragraphs: [], footer: "-" });
    const smtp = { url: `${mail.url}?tls.rejectUnauthorized=false&requireTLS=true`, from: "id@example.com" };
    const steps = await checkMail({ smtp, publicUrl: product.url, email, id: randomUUID() });
    expect(steps.map(({ state }) => state)).toEqual(["done", "done", "skipped", "done", "done", "done"]);
  } finally {
    mail.offerTls(null);
    rmSync(folder, { recursive: true });
  }
});

it("EV-12 shows the settings without credentials", async () => {
  const { token } = await givenAdminWithMail();
  const { status, body } = await call(product.url, "GET /api/admin/mail", { token });
  const { hostname: host, port } = new URL(mail.url);
  const server = { host, port: Number(port), security: "starttls-if-offered", signsIn: true };
  expect([status, body]).toEqual([200, { transport: "smtp", from: "id@example.com", server }]);
});

it("EV-12 shows the test email in the dev inbox where there is no mail server", async () => {
  const inboxed = await startInProcess();
  try {
    const { token, email } = await givenAdmin(inboxed);
    const settings = await call(inboxed.url, "GET /api/admin/mail", { token });
    expect(settings.body).toEqual({ transport: "dev-inbox", from: null, server: null });
    const { body } = await call(inboxed.url, "POST /api/admin/mail/test", { token });
    expect(body).toEqual({ transport: "dev-inbox", sentTo: email, steps: [] });
    await emailTo(inboxed.url, email, "Test email from Attestory");
  } finally {
    await inboxed.remove();
  }
});
