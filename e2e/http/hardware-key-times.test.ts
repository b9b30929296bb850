/** @module-tag embedded/moves-clock */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, emailTo, givenSignedInUser } from "./client.ts";
import {
  beginPasskeySignIn,
  beginRegistration,
  completeKeySignIn,
  completeRegistration,
  givenHardwareKey,
} from "./hardware-key-calls.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

let product: InProcess;
let url: string;
beforeAll(async () => {
  // A session that began with the challenge may still complete it.
  product = await startInProcess({ STEP_UP_SECONDS: "900" });
  ({ url } = product);
});
afterAll(() => product.remove());

it("WA-01 WA-12 accepts a challenge for five minutes", async () => {
  const person = await givenSignedInUser(url);
  const key = await givenHardwareKey(url, person);
  for (const [seconds, registered, signedIn] of [
    [290, 201, 200],
    [301, 400, 400],
  ] as const) {
    const options = await beginRegistration(url, person);
    const begun = await beginPasskeySignIn(url);
    product.advance(seconds);
    const response = new SoftwareAuthenticator(url).register(options);
    expect((await completeRegistration(url, person, response)).status).toBe(registered);
    expect((await completeKeySignIn(url, begun, { response: key.assert(begun.options) })).status).toBe(signedIn);
  }
});

it("WA-09 adds and removes keys only a short time after an authentication, and sends the owner an email", async () => {
  const person = await givenSignedInUser(url);
  const options = await beginRegistration(url, person);
  const key = await givenHardwareKey(url, person);
  expect((await emailTo(url, person.email, "hardware key")).text).toContain("hardware key");
  product.advance(901);
  const { token } = person;
  const response = new SoftwareAuthenticator(url).register(options);
  const answers = [
    await call(url, "GET /api/auth/webauthn/register-begin", { token }),
    await completeRegistration(url, person, response),
    await call(url, `DELETE /api/user/hardware-keys/${key.keyId}`, { token }),
    await call(url, "DELETE /api/user/password", { token }),
  ];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([403, "reauthentication_required"]);
});
