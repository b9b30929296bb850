import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import { beginRegistration, completeRegistration, givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";
import { knowingAll } from "./stored-log.ts";

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

  it("accepts a packed attestation that the key signed itself", async () => {
    const key = new SoftwareAuthenticator(url);
    const options = await beginRegistration(url, user);
    expect((await completeRegistration(url, user, key.register(options, { format: "packed" }))).status).toBe(201);
  });
});
