/** @module-tag embedded/reads-files */
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { type MailServer, startMailServer } from "../stand-ins/mail-server.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, emailTo, newPerson, type Person, register, signIn, tokenIn, verify } from "./client.ts";
import { filesOf, when } from "./stored-log.ts";
import { openLink } from "./verification-links.ts";

const parent = temporaryFolder();

/** Starts the product on a folder that remains after it ends. */
async function start(
  env: Record<string, string> = {},
  dataDir = mkdtempSync(join(parent, "data-")),
): Promise<InProcess> {
  const product = await startInProcess({ LOG_LEVEL: "debug", DATA_DIR: dataDir, ...env });
  onTestFinished(product.remove);
  return product;
}
async function startMail(): Promise<MailServer> {
  const mail = await startMailServer();
  onTestFinished(mail.close);
  return mail;
}

/** Every form in which the secret of a link could be stored. */
function formsOf(link: string): (string | Buffer)[] {
  const bytes = Buffer.from(link, "base64url");
  const proof = bytes.subarray(32);
  const digest = (data: Buffer | string) => createHash("sha256").update(data).digest();
  const secrets = [bytes, proof, digest(link), digest(bytes), digest(proof)];
  const spelled = secrets.flatMap((secret) =>
    (["base64url", "base64", "hex"] as const).map((encoding) => secret.toString(encoding).replace(/=+$/, "")),
  );
  const reversed = [...link].reverse().join("");
  // From the 43rd character on, the text contains only the proof.
  return [...secrets, ...spelled, ...spelled.map((text) => text.toUpperCase()), link, link.slice(43), reversed];
}

/** The bytes of all files in a data folder. */
const bytesOf = ({ dataDir }: InProcess): Buffer => Buffer.concat(filesOf(dataDir).map(({ bytes }) => bytes));
const keptForms = (product: InProcess, link: string) => {
  const bytes = bytesOf(product);
  return formsOf(link).filter((form) => bytes.includes(form));
};
const saidForms = ({ output }: InProcess, link: string) =>
  formsOf(link).filter((form) => output().includes(form.toString()));

/** Decodes quoted-printable: soft line breaks and `=3D`. */
const linkIn = (raw: string) =>
  tokenIn({ text: raw.replace(/=\r\n/g, "").replaceAll("=3D", "=") } as Parameters<typeof tokenIn>[0]);

const sendRegistration = (url: string, person: Person) => call(url, "POST /api/auth/register", { body: person });
const resend = (url: string, { email }: Person) => call(url, "POST /api/auth/resend-verification", { body: { email } });
const expectNeitherStoredNorLogged = (product: InProcess, links: readonly string[]) => {
  for (const link of links) expect([keptForms(product, link), saidForms(product, link)]).toEqual([[], []]);
};

describe("a verification link", () => {
  it("EV-01 is stored nowhere in any form, and never logged", async () => {
    const product = await start();
    const person = newPerson();
    await register(product.url, person);
    const first = tokenIn(await emailTo(product.url, person.email));

    const { events } = await when(product, () => resend(product.url, person));

    await expect.poll(async () => tokenIn(await emailTo(product.url, person.email, "Verify"))).not.toBe(first);
    const newest = tokenIn(await emailTo(product.url, person.email, "Verify"));
    // The search finds text that exists.
    const request = events.find(({ type }) => type === "VerificationRequested");
    expect(bytesOf(product).includes(request?.stream ?? "none")).toBe(true);
    expectNeitherStoredNorLogged(product, [first, newest]);

    expect((await openLink(product.url, `?token=${first}`)).status).toBe(400);
    await verify(product.url, person.email);
    await signIn(product.url, person);
    expectNeitherStoredNorLogged(product, [first, newest]);
    await expect.poll(product.output).toContain("/api/auth/verify-email");

    await product.remove();
    expectNeitherStoredNorLogged(product, [first, newest]);
  });

  it("EV-01 is stored nowhere while its email waits for the mail server, and works once sent", async () => {
    const mail = await startMail();
    const waiting = await start({ SMTP_URL: "smtp://127.0.0.1:1" });
    await register(waiting.url, newPerson());
    await expect.poll(waiting.output).toContain("email delivery failed, will retry");
    await waiting.remove();

    const back = await start({ SMTP_URL: mail.url }, waiting.dataDir);
    await expect.poll(() => mail.received.length).toBe(1);
    const link = linkIn(mail.received[0]?.raw ?? "");

    for (const product of [waiting, back]) expectNeitherStoredNorLogged(product, [link]);
    expect((await openLink(back.url, `?token=${link}`)).status).toBe(200);
  });
});

describe("a verification link in responses", () => {
  const modes = [{ NODE_ENV: "development" }, { NODE_ENV: "test" }];

  it.each(modes)("T5 EV-05 is in none but the email's: $NODE_ENV", async (mode) => {
    const product = await start(mode);
    const person = newPerson();

    const registered = await sendRegistration(product.url, person);
    const resent = await resend(product.url, person);

    expect([Object.keys(registered.body), Object.keys(resent.body)]).toEqual([["token", "user"], ["message"]]);
    for (const { body, headers } of [registered, resent]) {
      expect(JSON.stringify([body, [...headers]])).not.toMatch(/verificationUrl|verify-email/);
    }
    const link = tokenIn(await emailTo(product.url, person.email));
    expect(saidForms(product, link)).toEqual([]);
    expect(product.output()).not.toMatch(/verificationUrl|verify-email\?/);
  });

  it("T5 EV-05 is in no response and no output in production, which has no inbox", async () => {
    const mail = await startMail();
    const product = await start({
      NODE_ENV: "production",
      RATE_LIMITS: "on",
      MASTER_KEY: randomBytes(32).toString("base64"),
      SMTP_URL: mail.url,
      PUBLIC_URL: "https://id.example.com",
    });
    const person = newPerson();

    const registered = await sendRegistration(product.url, person);
    const resent = await resend(product.url, person);

    expect([registered.status, resent.status]).toEqual([201, 200]);
    expect([Object.keys(registered.body), Object.keys(resent.body)]).toEqual([["token", "user"], ["message"]]);
    expect((await call(product.url, "GET /api/dev/inbox")).status).toBe(404);
    await expect.poll(() => mail.received.length).toBeGreaterThan(0);
    const links = mail.received.map(({ raw }) => linkIn(raw));
    expectNeitherStoredNorLogged(product, links);
    const said = JSON.stringify([registered.body, [...registered.headers], resent.body, [...resent.headers]]);
    for (const link of links) expect(formsOf(link).filter((form) => said.includes(form.toString()))).toEqual([]);
    expect(product.output()).not.toMatch(/verificationUrl|verify-email\?|token=/);
  });
});
