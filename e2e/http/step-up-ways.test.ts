/** @module-tag embedded/moves-clock */
import { randomUUID } from "node:crypto";
import { codeAt, wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import { hardwareKeysStream, sessionStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, emailTo, givenSignedInUser } from "./client.ts";
import { beginRegistration, completeRegistration, givenHardwareKey } from "./hardware-key-calls.ts";
import { givenProtectedUser } from "./second-factors.ts";
import { sessionIdOf } from "./session-calls.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const product = ownProductScene({ RATE_LIMITS: "on" });
beforeAll(() => {
  product.stopClock();
});

interface Visitor {
  token: string;
}
const stepUp = ({ token }: Visitor, body: object, headers: Record<string, string> = {}) =>
  call(product.url, "POST /api/auth/step-up", { token, body, headers });
const begin = async ({ token }: Visitor) => (await call(product.url, "POST /api/auth/step-up/begin", { token })).body;
/** How the user of the session proved who they are, each time. */
const methodsUsed = async ({ token }: Visitor) =>
  (await product.history(sessionStream(sessionIdOf(token)))).flatMap((event) =>
    event.type === "SessionReauthenticated" ? [event.data.method] : [],
  );
const guardedCall = ({ token }: Visitor) => call(product.url, "GET /api/auth/webauthn/register-begin", { token });

describe("a step-up with a code", () => {
  it("T4 TF-01 takes a code of the authenticator app once, and a recovery code once", async () => {
    const owner = await givenProtectedUser(product.url, product.now());
    product.advance(301);
    expect((await guardedCall(owner)).body.code).toBe("reauthentication_required");
    const totpCode = codeAt(owner.secret, product.now());

    expect((await stepUp(owner, { totpCode })).status).toBe(200);

    expect((await guardedCall(owner)).status).toBe(200);
    const again = await stepUp(owner, { totpCode });
    expect([again.status, again.body.code, Object.keys(again.body.fields)]).toEqual([
      400,
      "invalid_code",
      ["totpCode"],
    ]);
    const [recoveryCode = ""] = owner.recoveryCodes;
    expect((await stepUp(owner, { totpCode: recoveryCode })).status).toBe(200);
    expect((await stepUp(owner, { totpCode: recoveryCode })).status).toBe(400);
    expect(await methodsUsed(owner)).toEqual(["totp", "recovery-code"]);
  });

  it("T4 answers the same when it is repeated", async () => {
    const owner = await givenProtectedUser(product.url, product.now());
    product.advance(60);
    const key = { "idempotency-key": randomUUID() };
    const body = { totpCode: codeAt(owner.secret, product.now()) };
    const first = await stepUp(owner, body, key);

    const again = await stepUp(owner, body, key);

    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([first.status, await methodsUsed(owner)]).toEqual([200, ["totp"]]);
  });

  it("TF-03 RL-05 refuses every code after five wrong ones, and ends the session at the tenth wrong attempt", async () => {
    const owner = await givenProtectedUser(product.url, product.now());
    const guess = () => stepUp(owner, { totpCode: wrongCode(owner.secret, product.now()) });
    product.advance(60);
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(400);
    const right = await stepUp(owner, { totpCode: codeAt(owner.secret, product.now()) });
    expect([right.status, right.body.code]).toEqual([429, "too_many_attempts"]);
    expect(Number(right.headers.get("retry-after"))).toBe(900);
    product.advance(901);
    for (let n = 0; n < 4; n++) expect((await guess()).status).toBe(400);

    const last = await guess();

    expect([last.status, last.body.code]).toEqual([401, "session_ended"]);
    expect((await call(product.url, "GET /api/auth/me", owner)).status).toBe(401);
    expect(await methodsUsed(owner)).toEqual([]);
  });

  it("T4 refuses the recovery codes of an account without a second factor", async () => {
    const owner = await givenSignedInUser(product.url);
    const key = new SoftwareAuthenticator(product.url);
    const response = key.register(await beginRegistration(product.url, owner));
    const { hardwareKey, recoveryCodes } = (await completeRegistration(product.url, owner, response)).body;
    const [first, second] = recoveryCodes;
    expect((await stepUp(owner, { totpCode: first })).status).toBe(200);
    // The codes end right after the key. They are left if the service is killed in between, and in logs of its first releases.
    const data = { userId: owner.id, keyId: hardwareKey.id, reason: "owner" } as const;
    await product.happened(hardwareKeysStream(owner.id), { type: "HardwareKeyRemoved", data });

    const refused = await stepUp(owner, { totpCode: second });

    expect([refused.status, refused.body.code]).toEqual([400, "invalid_code"]);
    expect(await methodsUsed(owner)).toEqual(["recovery-code"]);
  });

  it("T4 takes no code of an email while the account has a password", async () => {
    const owner = await givenSignedInUser(product.url);
    for (const answer of [
      await stepUp(owner, { emailCode: "12345678" }),
      await call(product.url, "POST /api/auth/step-up/email", { token: owner.token }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, "has_password"]);
    }
    expect(await methodsUsed(owner)).toEqual([]);
  });
});

describe("a step-up with a hardware key", () => {
  it("T4 WA-03 takes the answer to its own session's challenge, once", async () => {
    const owner = await givenSignedInUser(product.url);
    const key = await givenHardwareKey(product.url, owner);
    product.advance(301);
    const { methods, options } = await begin(owner);
    expect(methods).toEqual(expect.arrayContaining(["password", "hardware_key"]));
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    const response = key.assert(options);

    expect((await stepUp(owner, { response })).status).toBe(200);

    expect((await guardedCall(owner)).status).toBe(200);
    const again = await stepUp(owner, { response });
    expect([again.status, again.body.code]).toEqual([400, "invalid_challenge"]);
    expect(await methodsUsed(owner)).toEqual(["hardware-key"]);
  });

  it("T4 WA-03 takes neither the challenge of another session or ceremony nor another account's key", async () => {
    const owner = await givenSignedInUser(product.url);
    const key = await givenHardwareKey(product.url, owner);
    const stranger = new SoftwareAuthenticator(product.url);
    const { body: registration } = await guardedCall(owner);
    const other = await givenSignedInUser(product.url);
    await givenHardwareKey(product.url, other, stranger);

    const answers = [
      await stepUp(other, { response: key.assert((await begin(owner)).options) }),
      await stepUp(owner, { response: key.assert(registration) }),
      await stepUp(owner, { response: stranger.assert((await begin(owner)).options) }),
      await stepUp(owner, {
        response: key.assert((await begin(owner)).options, { signature: (bytes) => bytes.fill(0) }),
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect([await methodsUsed(owner), await methodsUsed(other)]).toEqual([[], []]);
  });
});

describe("a step-up without a password", () => {
  it("T4 takes the code of an email, once", async () => {
    const owner = await givenSignedInUser(product.url);
    await givenHardwareKey(product.url, owner);
    const removed = await call(product.url, "DELETE /api/user/password", { token: owner.token });
    expect([removed.status, removed.body]).toEqual([200, { message: "Password removed" }]);
    product.advance(301);
    expect((await begin(owner)).methods).toEqual(expect.arrayContaining(["hardware_key", "email_code"]));
    expect((await begin(owner)).methods).not.toContain("password");
    expect((await stepUp(owner, { currentPassword: owner.password })).body.code).toBe("wrong_password");
    const sent = await call(product.url, "POST /api/auth/step-up/email", { token: owner.token });
    expect(sent.status).toBe(200);
    const { text } = await emailTo(product.url, owner.email, "Your code to confirm that it is you");
    const [emailCode = ""] = /\b\d{4} \d{4}\b/.exec(text) ?? [];
    const wrong = await stepUp(owner, { emailCode: emailCode === "0000 0000" ? "1111 1111" : "0000 0000" });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ["emailCode"]]);

    expect((await stepUp(owner, { emailCode })).status).toBe(200);

    expect((await guardedCall(owner)).status).toBe(200);
    expect((await stepUp(owner, { emailCode })).body.code).toBe("invalid_code");
    expect(await methodsUsed(owner)).toEqual(["email-code"]);
  });
});

it("T4 takes exactly one authentication method", async () => {
  const owner = await givenSignedInUser(product.url);
  const both = { currentPassword: owner.password, totpCode: "123456" };
  for (const body of [{}, both]) {
    const answer = await stepUp(owner, body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_fields"]);
  }
  expect(await methodsUsed(owner)).toEqual([]);
});
