/** @module-tag smoke */
import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type Answered, call, givenSignedInUser, type Person } from "./client.ts";
import {
  type Begun,
  beginPasskeySignIn,
  beginRegistration,
  completeKeySignIn,
  completeRegistration,
  givenHardwareKey,
  loginTicket,
  signInByPasskey,
} from "./hardware-key-calls.ts";
import { SoftwareAuthenticator, type Twist } from "./software-authenticator.ts";

type Owner = Person & { token: string; id: string };
const product = sharedProductScene();
let url: string;
let owner: Owner;
let key: SoftwareAuthenticator & { keyId: string };
beforeAll(async () => {
  ({ url } = product);
  owner = await givenSignedInUser(url);
  key = await givenHardwareKey(url, owner);
});

const outcome = ({ status, body }: Answered) => [status, body.code ?? "signed in"];

/** Completes a sign-in whose password was right. */
async function completeSecondStep(person: Person, used: SoftwareAuthenticator, twist: Twist = {}): Promise<Answered> {
  const ticket = await loginTicket(url, person);
  const { options } = await beginPasskeySignIn(url, { loginTicket: ticket });
  return completeKeySignIn(url, { cookie: "" }, { response: used.assert(options, twist), loginTicket: ticket });
}

describe("a sign-in with a hardware key", () => {
  it("T18 asks an account that has one for it after the password, and for nothing without the password", async () => {
    const { status, body } = await call(url, "POST /api/auth/login", { body: owner && credentials(owner) });
    expect([status, body.message]).toEqual([401, "2FA code required"]);
    expect(body.methods).toEqual(["recovery_code", "hardware_key"]);
    const { options } = await beginPasskeySignIn(url, { loginTicket: body.loginTicket });
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([key.id]);
    expect(outcome(await completeSecondStep(owner, key))).toEqual([200, "signed in"]);
    const wrong = await call(url, "POST /api/auth/login", { body: { ...credentials(owner), password: "wrong one" } });
    expect(outcome(wrong)).toEqual([401, "invalid_credentials"]);
  });

  it("T18 gets recovery codes with the first key only, which sign in once", async () => {
    const person = await givenSignedInUser(url);
    const first = await completeRegistration(
      url,
      person,
      new SoftwareAuthenticator(url).register(await beginRegistration(url, person)),
    );
    expect(first.body.recoveryCodes).toHaveLength(10);
    const second = await completeRegistration(
      url,
      person,
      new SoftwareAuthenticator(url).register(await beginRegistration(url, person)),
    );
    expect([second.status, second.body.recoveryCodes]).toEqual([201, undefined]);
    const body = { ...credentials(person), totpCode: first.body.recoveryCodes[0] };
    expect((await call(url, "POST /api/auth/login", { body })).status).toBe(200);
    expect((await call(url, "POST /api/auth/login", { body })).status).toBe(401);
  });

  it("WA-04 needs no user verification after the password, and does need it without", async () => {
    expect(outcome(await completeSecondStep(owner, key, { userVerified: false }))).toEqual([200, "signed in"]);
    const alone = await signInByPasskey(url, key, { userVerified: false });
    expect(outcome(alone)).toEqual([400, "invalid_key_response"]);
    expect(outcome(await signInByPasskey(url, key, { userPresent: false }))).toEqual([400, "invalid_key_response"]);
  });

  it("does not show whether an address has an account or keys", async () => {
    const shown = async (body: object) => {
      const { options } = await beginPasskeySignIn(url, body);
      return { ...options, challenge: options.challenge.length };
    };
    const own = await shown({ email: owner.email });
    expect(own.allowCredentials).toEqual([]);
    expect(await shown({ email: "nobody@example.com" })).toEqual(own);
    expect(await shown({})).toEqual(own);
    const ticket = await call(url, "POST /api/auth/webauthn/login-begin", { body: { loginTicket: "forged" } });
    expect(outcome(ticket)).toEqual([401, "sign_in_again"]);
  });
});

const credentials = ({ email, password }: Person) => ({ email, password });

describe("what a key answers to a sign-in", () => {
  const complete = ({ options, cookie }: Begun, twist: Twist = {}) =>
    completeKeySignIn(url, { cookie }, { response: key.assert(options, twist) });

  it("WA-01 is accepted once, in the browser and for the ceremony of its challenge", async () => {
    const begun = await beginPasskeySignIn(url);
    const other = await beginPasskeySignIn(url);
    const ticket = await loginTicket(url, owner);
    const second = await beginPasskeySignIn(url, { loginTicket: ticket });
    const registration = await beginRegistration(url, owner);
    const refused: Begun[] = [
      { ...begun, cookie: other.cookie },
      { ...begun, cookie: "" },
      { ...begun, options: { ...second.options } },
      { ...begun, options: { ...begun.options, ...registration } },
      { ...begun, options: { ...begun.options, challenge: "" } },
    ];
    for (const [index, wrong] of refused.entries()) {
      expect(outcome(await complete(wrong)), `${index}`).toEqual([400, "invalid_challenge"]);
    }
    const inOther = { response: key.assert(begun.options), loginTicket: ticket };
    expect(outcome(await completeKeySignIn(url, begun, inOther))).toEqual([400, "invalid_challenge"]);
    const response = key.assert(begun.options);
    expect(outcome(await completeKeySignIn(url, begun, { response }))).toEqual([200, "signed in"]);
    expect(outcome(await completeKeySignIn(url, begun, { response }))).toEqual([400, "invalid_challenge"]);
    expect(outcome(await complete(begun))).toEqual([400, "invalid_challenge"]);
  });

  it("WA-01 signs in once, however often it is sent at once", async () => {
    const begun = await beginPasskeySignIn(url);
    const response = key.assert(begun.options);
    const sent = await Promise.all(Array.from({ length: 20 }, () => completeKeySignIn(url, begun, { response })));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("WA-02 WA-03 is refused from another page or for another party", async () => {
    const twists: Twist[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { clientData: { crossOrigin: true } },
      { clientData: { crossOrigin: true, topOrigin: new URL(url).origin } },
      { type: "webauthn.create" },
      { rpId: "evil.example" },
    ];
    for (const twist of twists) {
      expect(outcome(await signInByPasskey(url, key, twist)), JSON.stringify(twist)).toEqual([
        400,
        "invalid_key_response",
      ]);
    }
  });

  it("WA-05 is refused alike for a wrong signature, an unknown key and an unknown user", async () => {
    const stranger = await givenSignedInUser(url);
    const strangersKey = await givenHardwareKey(url, stranger);
    const zeros = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]);
    const answers = [
      await signInByPasskey(url, key, { signature: zeros }),
      await signInByPasskey(url, key, { signature: () => Buffer.from([0]) }),
      await signInByPasskey(url, new SoftwareAuthenticator(url), { userHandle: key.userHandle }),
      await signInByPasskey(url, new SoftwareAuthenticator(url, { id: key.id }), { userHandle: key.userHandle }),
      await signInByPasskey(url, key, { userHandle: strangersKey.userHandle }),
      await signInByPasskey(url, key, { userHandle: null }),
      await signInByPasskey(url, key, { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }),
      await signInByPasskey(url, key, { userHandle: "AAAA" }),
      await completeSecondStep(owner, strangersKey),
    ];
    const [first] = answers;
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([401, first?.body]);
    expect(first?.body).toEqual({ code: "wrong_key", message: "This hardware key does not sign in here" });
  });

  it("WA-06 is refused and recorded if its count does not grow, unless the key does not count", async () => {
    const person = await givenSignedInUser(url);
    const counting = await givenHardwareKey(url, person);
    expect(outcome(await signInByPasskey(url, counting, { signCount: 10 }))).toEqual([200, "signed in"]);
    for (const signCount of [10, 9, 0]) {
      expect(outcome(await signInByPasskey(url, counting, { signCount }))).toEqual([401, "wrong_key"]);
    }
    expect(outcome(await signInByPasskey(url, counting, { signCount: 11 }))).toEqual([200, "signed in"]);
    const types = (await product.history(hardwareKeysStream(person.id))).map(({ type }) => type);
    expect(types.filter((type) => type === "HardwareKeySignCountWentBack")).toHaveLength(1);
    const silent = await givenHardwareKey(url, person, new SoftwareAuthenticator(url, { counts: false }));
    for (let n = 0; n < 2; n++) expect(outcome(await signInByPasskey(url, silent))).toEqual([200, "signed in"]);
  });
});
