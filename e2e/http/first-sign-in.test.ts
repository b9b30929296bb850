import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, emailsTo, emailTo, givenUnverifiedUser, type Person, tokenIn } from "./client.ts";
import { forgotPassword, newPassword, resetPassword, resetTokenTo } from "./recovery-links.ts";
import { filesHolding } from "./stored-log.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  ({ url } = product);
});

/** The link, opened in a browser without the cookie of the registration. */
const openElsewhere = (token: string) =>
  call(url, `GET /api/auth/verify-email?token=${token}`, { headers: { cookie: "" } });
const login = ({ email, password }: Person, more: object = {}) =>
  call(url, "POST /api/auth/login", { body: { email, password, ...more } });
const codeTo = async ({ email }: Person): Promise<string> =>
  /^\d{4} \d{4}$/m.exec((await emailTo(url, email, "Your code for signing in")).text)?.[0] ?? "no code";
const codeRequired = {
  code: "email_code_required",
  message: "Enter the code that we sent to your email address",
};

/** Registered in one browser, verified in another. */
async function givenVerifiedElsewhere(): Promise<Person> {
  const person = await givenUnverifiedUser(url);
  const { status, body } = await openElsewhere(tokenIn(await emailTo(url, person.email, "Verify")));
  expect([status, body.asksForCode]).toEqual([200, true]);
  return person;
}

describe("the first sign-in after another browser verified the address", () => {
  it("AU-16 asks for a code from an email, once, and starts no session before", async () => {
    const person = await givenVerifiedElsewhere();

    const asked = await login(person);

    expect([asked.status, asked.body, asked.headers.getSetCookie()]).toEqual([401, codeRequired, []]);
    const emailCode = await codeTo(person);
    expect((await login(person, { emailCode })).status).toBe(200);
    expect((await login(person)).status).toBe(200);
  });

  it("AU-16 refuses a used code, and the right one after five wrong ones", async () => {
    const person = await givenVerifiedElsewhere();
    await login(person);
    const emailCode = await codeTo(person);
    const wrong = emailCode === "0000 0000" ? "00000001" : "00000000";
    for (let n = 0; n < 5; n++) {
      const { status, body } = await login(person, { emailCode: wrong });
      expect([status, body.code]).toEqual([401, "invalid_code"]);
    }
    const { status, body } = await login(person, { emailCode });
    expect([status, body]).toEqual([
      401,
      { code: "invalid_code", message: "This code no longer works. Ask for a new one." },
    ]);
  });

  it("AU-16 needs the right password first, and sends no code without it", async () => {
    const person = await givenVerifiedElsewhere();
    const { status, body } = await login({ ...person, password: "another passphrase" }, { emailCode: "00000000" });
    expect([status, body.code]).toEqual([401, "invalid_credentials"]);
    const subjects = await emailsTo(url, person.email);
    expect(subjects.map(({ subject }) => subject)).toEqual(["Verify your email address"]);
  });

  it("AU-16 asks for no code after the owner of the address set a password, and the earlier one is dead", async () => {
    const attacker = await givenVerifiedElsewhere();
    await forgotPassword(url, attacker.email);
    await resetPassword(url, await resetTokenTo(url, attacker.email));

    expect((await login({ ...attacker, password: newPassword })).status).toBe(200);
    expect((await login(attacker)).body.code).toBe("invalid_credentials");
  });

  it("AU-16 asks for no code where the browser that registered opened the link", async () => {
    const person = await givenUnverifiedUser(url);
    const { body } = await call(
      url,
      `GET /api/auth/verify-email?token=${tokenIn(await emailTo(url, person.email, "Verify"))}`,
    );
    expect(body.asksForCode).toBe(false);
    expect((await login(person)).status).toBe(200);
  });

  it("FA-12 asks for no code where a mail gateway opened the link before the browser that registered", async () => {
    const person = await givenUnverifiedUser(url);
    const token = tokenIn(await emailTo(url, person.email, "Verify"));
    const openHere = () => call(url, `GET /api/auth/verify-email?token=${token}`);
    expect((await openElsewhere(token)).body.asksForCode).toBe(true);
    expect((await openHere()).body).toEqual({
      message: expect.not.stringContaining("code"),
      asksForCode: false,
      signedIn: null,
    });
    expect((await openElsewhere(token)).body.asksForCode).toBe(false);
    expect((await login(person)).status).toBe(200);
  });

  it("EV-01 LG-01 leaves no form of the code in the files or log lines of the service", async () => {
    const person = await givenVerifiedElsewhere();
    await login(person);
    const spaced = await codeTo(person);
    const code = spaced.replace(" ", "");
    expect((await login(person, { emailCode: spaced })).status).toBe(200);
    const forms = [code, spaced, Buffer.from(code).toString("base64url")];
    expect(filesHolding(product.dataDir, ...forms)).toEqual([]);
    for (const form of forms) expect(product.output()).not.toContain(form);
  });
});
