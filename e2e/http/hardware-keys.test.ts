import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import {
  beginPasskeySignIn,
  beginRegistration,
  completeKeySignIn,
  completeRegistration,
  givenHardwareKey,
  signInByPasskey,
} from "./hardware-key-calls.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";
import { facts, knowingAll } from "./stored-log.ts";

let product: SharedProduct;
let url: string;
let user: Person & { token: string; id: string };
beforeAll(async () => {
  product = await sharedProduct();
  ({ url } = product);
  user = await givenSignedInUser(url);
});

const listed = async ({ token }: { token: string }) => {
  const { body } = await call(url, "GET /api/user/hardware-keys", { token, headers: await knowingAll(product) });
  return body.hardwareKeys as { id: string; name: string }[];
};

describe("a hardware key", () => {
  it("is added, listed, renamed and removed", async () => {
    const owner = await givenSignedInUser(url);
    expect(await listed(owner)).toEqual([]);
    const yubiKey = new SoftwareAuthenticator(url, { aaguid: "2fc0579f-8113-47ea-b116-bb5a8db9202a" });
    const { keyId } = await givenHardwareKey(url, owner, yubiKey);
    expect(await listed(owner)).toEqual([
      { id: keyId, name: "YubiKey", createdAt: expect.any(String), lastUsed: null },
    ]);
    const renamed = await call(url, `PUT /api/user/hardware-keys/${keyId}`, {
      token: owner.token,
      body: { name: " Blue " },
    });
    expect([renamed.status, renamed.body]).toEqual([200, { message: "Hardware key updated" }]);
    expect(await listed(owner)).toMatchObject([{ id: keyId, name: "Blue" }]);
    const removed = await call(url, `DELETE /api/user/hardware-keys/${keyId}`, { token: owner.token });
    expect([removed.status, removed.body]).toEqual([200, { message: "Hardware key removed" }]);
    expect(await listed(owner)).toEqual([]);
    expect((await signInByPasskey(url, yubiKey)).status).toBe(401);
  });

  it.each([
    ["Google Password Manager", "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"],
    ["Samsung Pass", "53414d53-554e-4700-0000-000000000000"],
    ["Hardware key", "01020304-0506-0708-0102-030405060708"],
  ])("is called %s by its model, whose id is no UUID of RFC 9562", async (name, aaguid) => {
    const owner = await givenSignedInUser(url);
    await givenHardwareKey(url, owner, new SoftwareAuthenticator(url, { aaguid }));
    expect(await listed(owner)).toMatchObject([{ name }]);
  });

  it("signs in without a username", async () => {
    const key = await givenHardwareKey(url, user);
    const { status, body } = await signInByPasskey(url, key);
    expect([status, body.user?.id]).toEqual([200, user.id]);
    expect((await call(url, "GET /api/auth/me", { token: body.token })).status).toBe(200);
    expect((await listed(body)).find(({ id }) => id === key.keyId)).toMatchObject({ lastUsed: expect.any(String) });
  });

  it("LG-01 leaves neither challenges and signatures nor what identifies it in clear", async () => {
    const owner = await givenSignedInUser(url);
    const key = new SoftwareAuthenticator(url);
    const options = await beginRegistration(url, owner);
    const made = key.register(options);
    const { body } = await completeRegistration(url, owner, made);
    const name = `Key of ${owner.username}`;
    const { token } = owner;
    await call(url, `PUT /api/user/hardware-keys/${body.hardwareKey.id}`, { token, body: { name } });
    const begun = await beginPasskeySignIn(url);
    const used = key.assert(begun.options);
    expect((await completeKeySignIn(url, begun, { response: used })).status).toBe(200);
    const secrets = [
      options.challenge,
      begun.options.challenge,
      used.response.signature,
      begun.cookie.split("=")[1] ?? "",
    ];
    const personal = [key.id, made.response.attestationObject, name];
    const stored = (await facts(product)).map(({ stream, data, metadata }) => [stream, data, metadata]);
    const inClear = JSON.stringify(stored) + product.output();
    expect(inClear).toContain(body.hardwareKey.id);
    for (const value of [...secrets, ...personal]) expect(inClear).not.toContain(value);
  });

  it("accepts a packed attestation that the key signed itself", async () => {
    const key = new SoftwareAuthenticator(url);
    const options = await beginRegistration(url, user);
    expect((await completeRegistration(url, user, key.register(options, { format: "packed" }))).status).toBe(201);
  });
});
