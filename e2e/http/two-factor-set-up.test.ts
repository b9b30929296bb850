import { codeAt, qrCodeOf, wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import { secondFactorsStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser } from "./client.ts";
import { beginRegistration, completeRegistration } from "./hardware-key-calls.ts";
import { enableTotp, givenProtectedUser, signInWith } from "./second-factors.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

let url: string;
const product = sharedProductScene();
beforeAll(() => {
  url = product.url;
});

const setUp = (token: string) => call(url, "GET /api/auth/2fa/setup", { token });
const verify = (token: string, totpCode: unknown) =>
  call(url, "POST /api/auth/2fa/verify", { token, body: { totpCode } });

describe("the set-up of two-factor authentication", () => {
  it("T16 TF-06 shows the same secret however often it is asked for, also at once", async () => {
    const { token, id } = await givenSignedInUser(url);
    const answers = await Promise.all(Array.from({ length: 5 }, () => setUp(token)));
    answers.push(await setUp(token));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => body.secret)).size).toBe(1);
    const events = await product.history(secondFactorsStream(id));
    expect(events.map(({ type }) => type)).toEqual(["TotpSetUpStarted"]);
  });

  it("T16 TF-06 is refused once it is on", async () => {
    const { token } = await givenProtectedUser(url);
    const again = await setUp(token);
    expect([again.status, again.body.code]).toEqual([409, "two_factor_enabled"]);
  });

  it("TF-10 answers the secret and a QR code made here, which nobody may store", async () => {
    const { token, email } = await givenSignedInUser(url);
    const { headers, body } = await setUp(token);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(Object.keys(body).toSorted()).toEqual(["qrCode", "secret"]);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    // The same secret, written as the key URI that authenticator apps read.
    const said = `otpauth://totp/Attestory:${email}?secret=${body.secret}&issuer=Attestory`;
    expect(body.qrCode).toBe(await qrCodeOf(said.replace("@", "%40")));
  });

  it("TF-06 refuses a code without a set-up, and one of another user's secret", async () => {
    const [person, other] = [await givenSignedInUser(url), await givenSignedInUser(url)];
    const { secret } = (await setUp(other.token)).body;
    const code = codeAt(secret, new Date());

    const without = await verify(person.token, code);
    await setUp(person.token);
    const ofOther = await verify(person.token, code);

    expect([without.status, without.body.code]).toEqual([400, "no_set_up"]);
    expect([ofOther.status, ofOther.body.code]).toEqual([400, "invalid_code"]);
  });

  it.each([
    ["empty", ""],
    ["five digits", "12345"],
    ["seven digits", "1234567"],
    ["letters", "abcdef"],
    ["full-width digits", "１２３４５６"],
    ["an array", ["000000"]],
    ["a number", 123456],
    ["null", null],
    ["an operator", { $gt: "" }],
  ])("TF-04 takes no code that is not six digits: %s", async (_, totpCode) => {
    const person = await givenProtectedUser(url);
    const pending = await givenSignedInUser(url);
    await setUp(pending.token);

    const verified = await verify(pending.token, totpCode);
    const signedIn = await signInWith(url, person, { totpCode });

    expect([verified.status, verified.body.code]).toEqual([400, "invalid_fields"]);
    expect([400, 401]).toContain(signedIn.status);
    expect(signedIn.headers.getSetCookie()).toEqual([]);
    expect((await product.history(secondFactorsStream(person.id))).map(({ type }) => type)).not.toContain(
      "WrongCodeGiven",
    );
  });

  it("gives the same recovery codes to a repeated request", async () => {
    const { token } = await givenSignedInUser(url);
    const { secret } = (await setUp(token)).body;
    const headers = { "idempotency-key": "5b0f2a52-9f51-4d6c-8d8e-0d7f6f0a3b11" };
    const body = { totpCode: codeAt(secret, new Date()) };
    const send = () => call(url, "POST /api/auth/2fa/verify", { token, body, headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(first.body).toEqual({ message: "2FA Enabled Successfully", recoveryCodes: expect.any(Array) });
  });
});

describe("recovery codes", () => {
  it("TF-11 sign in once each, and say how many are left", async () => {
    const person = await givenProtectedUser(url);
    const [code = "", other = ""] = person.recoveryCodes;
    expect(new Set(person.recoveryCodes).size).toBe(10);

    const first = await signInWith(url, person, { totpCode: code });
    const again = await signInWith(url, person, { totpCode: code });
    const typed = await signInWith(url, person, { totpCode: ` ${other.replaceAll("-", "").toLowerCase()}` });

    expect([first.status, first.body.recoveryCodesLeft]).toEqual([200, 9]);
    expect([again.status, again.body.code, again.headers.getSetCookie()]).toEqual([401, "invalid_code", []]);
    expect([typed.status, typed.body.recoveryCodesLeft]).toEqual([200, 8]);
  });

  it("TF-11 are replaced by new ones, which end the old ones", async () => {
    const person = await givenProtectedUser(url);
    const made = await call(url, "POST /api/auth/2fa/recovery-codes", { token: person.token });
    expect([made.status, new Set([...made.body.recoveryCodes, ...person.recoveryCodes]).size]).toEqual([200, 20]);

    const old = await signInWith(url, person, { totpCode: person.recoveryCodes[0] });
    const fresh = await signInWith(url, person, { totpCode: made.body.recoveryCodes[9] });

    expect([old.status, fresh.status]).toEqual([401, 200]);
  });

  it("TF-11 of one account do not open another, and none are made without a second factor", async () => {
    const [person, other] = [await givenProtectedUser(url), await givenProtectedUser(url)];
    const foreign = await signInWith(url, person, { totpCode: other.recoveryCodes[0] });
    expect(foreign.status).toBe(401);
    const { token } = await givenSignedInUser(url);
    const refused = await call(url, "POST /api/auth/2fa/recovery-codes", { token });
    expect([refused.status, refused.body.code]).toEqual([409, "no_second_factor"]);
  });
});

describe("the recovery codes of a hardware key that was removed", () => {
  it("TF-11 prove nothing, and end with the next second factor, which brings new ones", async () => {
    const person = await givenSignedInUser(url);
    const registered = async () => {
      const key = new SoftwareAuthenticator(url);
      const { body } = await completeRegistration(url, person, key.register(await beginRegistration(url, person)));
      await call(url, `DELETE /api/user/hardware-keys/${body.hardwareKey.id}`, { token: person.token });
      return body.recoveryCodes as string[];
    };
    const [first, second] = [await registered(), await registered()];

    const proof = { token: person.token, body: { totpCode: second[0] } };
    const steppedUp = await call(url, "POST /api/auth/step-up", proof);
    const { recoveryCodes } = await enableTotp(url, person.token);
    const signedIn = await Promise.all(
      [first[0], second[0], recoveryCodes[0]].map((totpCode) => signInWith(url, person, { totpCode })),
    );

    expect([steppedUp.status, steppedUp.body.code]).toEqual([400, "invalid_code"]);
    expect(new Set([...first, ...second, ...recoveryCodes]).size).toBe(30);
    expect(signedIn.map(({ status }) => status)).toEqual([401, 401, 200]);
  });
});

describe("turning two-factor authentication off", () => {
  it("asks for no code any more, and ends the recovery codes", async () => {
    const person = await givenProtectedUser(url);
    const off = () => call(url, "POST /api/auth/2fa/disable", { token: person.token });
    const [done, again] = [await off(), await off()];
    expect([done.status, done.body]).toEqual([200, { message: "2FA disabled" }]);
    expect([again.status, again.body.code]).toEqual([409, "two_factor_disabled"]);

    const signedIn = await signInWith(url, person);
    expect([signedIn.status, signedIn.body.user.twoFactorEnabled]).toEqual([200, false]);
    const { recoveryCodes } = await enableTotp(url, signedIn.body.token);
    const old = await signInWith(url, person, { totpCode: person.recoveryCodes[0] });
    expect([recoveryCodes.length, old.status]).toEqual([10, 401]);
    const wrong = await signInWith(url, person, { totpCode: wrongCode(person.secret, new Date()) });
    expect(wrong.status).toBe(401);
  });
});
