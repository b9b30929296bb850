/** @module-tag embedded/moves-clock */
import type { DevEmail } from "@attestory/command-api/mail/dev-inbox-schema.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, type Asking, call, emailTo, newPerson, type Person, tokenIn } from "./client.ts";
import { confirmTokenTo, newAddress, newPassword, resetTokenTo } from "./recovery-links.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const publicUrl = "https://id.example.com";

const product = ownProductScene({ PUBLIC_URL: publicUrl, DEV_INBOX: "on", TRUST_PROXY: "1", RATE_LIMITS: "on" });
beforeAll(() => {
  product.stopClock();
});

const evil = {
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "http",
  forwarded: "for=192.0.2.1;host=evil.example;proto=http",
  "x-original-host": "evil.example",
  "x-rewrite-url": "http://evil.example/",
  referer: "http://evil.example/register",
};
let networks = 0;
/** A call of another network through a proxy that passes on what the client says of the host. */
async function ask(request: string, { token, body, headers }: Asking = {}, expected = 200): Promise<Answered["body"]> {
  const from = { ...evil, "x-forwarded-for": `10.30.${networks++}.1`, ...headers };
  const answered = await call(product.url, request, { ...(token && { token }), body, headers: from });
  expect([request, answered.status, answered.body]).toEqual([request, expected, answered.body]);
  return answered.body;
}

const emailAbout = ({ email }: Pick<Person, "email">, subject: string) => emailTo(product.url, email, subject);
const changes = { newPassword, confirmPassword: newPassword };

/** Registers, and opens the link in another browser, so that the first sign-in needs a code of an email. */
async function givenFirstSignIn(): Promise<Person> {
  const person = newPerson();
  await ask("POST /api/auth/register", { body: person }, 201);
  const verification = tokenIn(await emailAbout(person, "Verify"));
  await ask(`GET /api/auth/verify-email?token=${verification}`, { headers: { cookie: "" } });
  const { email, password } = person;
  await ask("POST /api/auth/login", { body: { email, password } }, 401);
  const emailCode = /^\d{4} \d{4}$/m.exec((await emailAbout(person, "Your code for signing in")).text)?.[0];
  await ask("POST /api/auth/login", { body: { email, password, emailCode } });
  return person;
}

/** Guesses until the owner is offered a link. */
async function guessedAt(owner: Person): Promise<DevEmail> {
  const { email } = owner;
  for (let n = 0; n < 16; n++) {
    product.advance(900);
    await ask("POST /api/auth/login", { body: { email, password: "not it" } }, 401);
  }
  return emailAbout(owner, "Someone is trying to sign in to your account");
}

async function signedInAfterTheWait({ email, password }: Person): Promise<string> {
  product.advance(900);
  return (await ask("POST /api/auth/login", { body: { email, password } })).token;
}

/** Adds a passkey and removes the password, so that an emailed code confirms the session. */
async function withoutPassword(token: string): Promise<void> {
  const key = new SoftwareAuthenticator(publicUrl);
  const options = await ask("GET /api/auth/webauthn/register-begin", { token });
  await ask("POST /api/auth/webauthn/register-complete", { token, body: { response: key.register(options) } }, 201);
  await ask("DELETE /api/user/password", { token });
  await ask("POST /api/auth/step-up/email", { token });
}

/** Changes the address. Returns the new one. */
async function withOtherAddress(token: string): Promise<string> {
  const email = newAddress();
  await ask("PUT /api/user/email", { token, body: { newEmail: email } });
  await ask("POST /api/auth/confirm-email", { body: { token: await confirmTokenTo(product.url, email) } });
  return email;
}

/** Sets a password with a link. */
async function withReset(email: string): Promise<void> {
  product.advance(3600);
  await ask("POST /api/auth/forgot-password", { body: { email } });
  await ask("POST /api/auth/reset-password", { body: { token: await resetTokenTo(product.url, email), ...changes } });
}

/** The newest email about each subject. Read before the owner's address changes: the inbox shows them to the newest one. */
const emailsAbout = (person: Pick<Person, "email">, subjects: readonly string[]): Promise<DevEmail[]> =>
  Promise.all(subjects.map((subject) => emailAbout(person, subject)));

const linksIn = (text: string) => text.match(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]*/gi) ?? [];
/** The pages that the links of an email lead to, each of our own origin. */
function pagesOf({ text, html }: DevEmail): string[] {
  const pages = [text, html].map((part) => {
    expect(part.replace(/token=[\w-]+/g, "")).not.toMatch(/evil/i);
    return linksIn(part).map((link) => {
      expect(link).toMatch(/^https:\/\/id\.example\.com\/[a-z-]+(\?token=[\w-]{86,94}(&(amp;)?change=[a-z-]+)?)?$/);
      return new URL(link).pathname;
    });
  });
  expect(pages[0]?.length).toBeGreaterThan(0);
  return pages.flat();
}

describe("links in emails", () => {
  it("EV-06 use the configured public address alone, whatever the email is about", async () => {
    const former = await givenFirstSignIn();
    const emails = await emailsAbout(former, ["Verify your email address", "Your code for signing in"]);
    emails.push(await guessedAt(former));
    const token = await signedInAfterTheWait(former);
    emails.push(await emailAbout(former, "New sign-in to your account"));
    const current = { email: await withOtherAddress(token) };
    await withoutPassword(token);
    emails.push(
      ...(await emailsAbout(former, ["Your email address is about to change", "Your email address was changed"])),
      ...(await emailsAbout(current, [
        "Confirm your new email address",
        "A hardware key was added to your account",
        "You have new recovery codes",
        "Your password was removed",
        "Your code to confirm that it is you",
      ])),
    );
    await withReset(current.email);
    emails.push(...(await emailsAbout(current, ["Set a new password", "Your password was reset"])));

    const pages = new Set(emails.flatMap(pagesOf));
    const expected = ["verify-email", "not-me", "unlock", "confirm-email", "undo-email", "reset-password", "dashboard"];
    expect([...pages].sort()).toEqual([...expected, "login"].map((page) => `/${page}`).sort());
  });
});
