import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../stand-ins/mail-server.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { call, letterTo, register, signIn, somebody, tokenIn, verify } from "./client.ts";
import { storedEvents } from "./stored-log.ts";

const started: (Stack | MailServer)[] = [];
afterAll(async () => {
  for (const one of started) await ("remove" in one ? one.remove() : one.close());
});
const start = async (env: Record<string, string>): Promise<Stack> => {
  const stack = await startStack({ RATE_LIMITS: "off", LOG_LEVEL: "debug", ...env });
  started.push(stack);
  return stack;
};

/** Every way in which what is secret of a link could lie about. */
function formsOf(link: string): (string | Buffer)[] {
  const bytes = Buffer.from(link, "base64url");
  const proof = bytes.subarray(32);
  const digest = (data: Buffer | string) => createHash("sha256").update(data).digest();
  const secrets = [bytes, proof, digest(link), digest(bytes), digest(proof)];
  const spelled = secrets.flatMap((secret) =>
    (["base64url", "base64", "hex"] as const).map((encoding) => secret.toString(encoding).replace(/=+$/, "")),
  );
  const reversed = [...link].reverse().join("");
  // From the 43rd character on, the text holds nothing but the proof.
  return [...secrets, ...spelled, ...spelled.map((text) => text.toUpperCase()), link, link.slice(43), reversed];
}

/** Every byte of a data folder. */
function bytesOf({ dataDir }: Stack): Buffer {
  const paths = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).map((name) => join(dataDir, name));
  return Buffer.concat(paths.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path)));
}
const keptForms = (stack: Stack, link: string) => {
  const bytes = bytesOf(stack);
  return formsOf(link).filter((form) => bytes.includes(form));
};
const saidForms = ({ output }: Stack, link: string) =>
  formsOf(link).filter((form) => output().includes(form.toString()));

/** Made of quoted-printable: soft line breaks and `=3D` are undone. */
const linkIn = (raw: string) =>
  tokenIn({ text: raw.replace(/=\r\n/g, "").replaceAll("=3D", "=") } as Parameters<typeof tokenIn>[0]);

describe("a link to verify an address", () => {
  it("EV-01 lies nowhere in any form: not in the log, the read models, the vault, nor in what is printed", async () => {
    const stack = await start({});
    const person = somebody();
    await register(stack.url, person);
    const first = tokenIn(await letterTo(stack.url, person.email));
    await call(stack.url, "POST", "/api/auth/resend-verification", { body: { email: person.email } });
    await expect.poll(async () => tokenIn(await letterTo(stack.url, person.email, "Verify"))).not.toBe(first);
    const newest = tokenIn(await letterTo(stack.url, person.email, "Verify"));
    // The search finds what is there.
    const [asked] = (await storedEvents(stack)).filter(({ type }) => type === "VerificationRequested");
    expect(bytesOf(stack).includes(asked?.stream ?? "none")).toBe(true);
    for (const link of [first, newest]) expect([keptForms(stack, link), saidForms(stack, link)]).toEqual([[], []]);

    expect((await call(stack.url, "GET", `/api/auth/verify-email?token=${first}`)).status).toBe(400);
    await verify(stack.url, person.email);
    await signIn(stack.url, person);
    for (const link of [first, newest]) expect([keptForms(stack, link), saidForms(stack, link)]).toEqual([[], []]);
    await expect.poll(stack.output).toContain("/api/auth/verify-email");

    await stack.stop();
    for (const link of [first, newest]) expect([keptForms(stack, link), saidForms(stack, link)]).toEqual([[], []]);
  });

  it("EV-01 lies nowhere while its letter waits for a mail server that is away, and works when it went out", async () => {
    const mail = await startMailServer();
    started.push(mail);
    const away = { SMTP_URL: "smtp://127.0.0.1:1" };
    const waiting = await start(away);
    const person = somebody();
    await register(waiting.url, person);
    await expect.poll(waiting.output).toContain("a letter was not sent");
    await waiting.kill();
    const back = await waiting.restart({ SMTP_URL: mail.url });
    started.push(back);
    await expect.poll(() => mail.received.length, { timeout: 10_000 }).toBe(1);
    const link = linkIn(mail.received[0]?.raw ?? "");
    for (const one of [waiting, back]) expect([keptForms(one, link), saidForms(one, link)]).toEqual([[], []]);
    expect((await call(back.url, "GET", `/api/auth/verify-email?token=${link}`)).status).toBe(200);
  });
});

describe("what an answer says of a link", () => {
  const modes = [{ NODE_ENV: "development" }, { NODE_ENV: "test" }];

  it.each(modes)("T5 EV-05 nothing, outside the letter: $NODE_ENV", async (mode) => {
    const stack = await start(mode);
    const person = somebody();
    const registered = await call(stack.url, "POST", "/api/auth/register", { body: person });
    const resent = await call(stack.url, "POST", "/api/auth/resend-verification", { body: { email: person.email } });
    expect(Object.keys(registered.body)).toEqual(["token", "user"]);
    expect(Object.keys(resent.body)).toEqual(["message"]);
    for (const { body, headers } of [registered, resent]) {
      expect(JSON.stringify([body, [...headers]])).not.toMatch(/verificationUrl|verify-email/);
    }
    const link = tokenIn(await letterTo(stack.url, person.email));
    expect(saidForms(stack, link)).toEqual([]);
    expect(stack.output()).not.toMatch(/verificationUrl|verify-email\?/);
  });

  it("T5 EV-05 nothing, in production: not in an answer, not in what is printed, and there is no inbox", async () => {
    const mail = await startMailServer();
    started.push(mail);
    const production = {
      ...{ NODE_ENV: "production", RATE_LIMITS: "on" },
      MASTER_KEY: randomBytes(32).toString("base64"),
    };
    const stack = await start({ ...production, SMTP_URL: mail.url, PUBLIC_URL: "https://id.example.com" });
    const person = somebody();
    const registered = await call(stack.url, "POST", "/api/auth/register", { body: person });
    const resent = await call(stack.url, "POST", "/api/auth/resend-verification", { body: { email: person.email } });
    expect([registered.status, resent.status]).toEqual([201, 200]);
    expect([Object.keys(registered.body), Object.keys(resent.body)]).toEqual([["token", "user"], ["message"]]);
    expect((await call(stack.url, "GET", "/api/dev/inbox")).status).toBe(404);
    await expect.poll(() => mail.received.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const links = mail.received.map(({ raw }) => linkIn(raw));
    for (const link of links) expect([keptForms(stack, link), saidForms(stack, link)]).toEqual([[], []]);
    const said = JSON.stringify([registered.body, [...registered.headers], resent.body, [...resent.headers]]);
    for (const link of links) expect(formsOf(link).filter((form) => said.includes(form.toString()))).toEqual([]);
    expect(stack.output()).not.toMatch(/verificationUrl|verify-email\?|token=/);
  });
});
