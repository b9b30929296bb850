import { describe, expect, it } from "vitest";
import { call, givenSignedInUser } from "./client.ts";
import {
  beginPasskeySignIn,
  beginRegistration,
  completeKeySignIn,
  completeRegistration,
  givenHardwareKey,
  signInByPasskey,
} from "./hardware-key-calls.ts";
import { hardwareKeyScene } from "./hardware-key-scene.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";
import { facts, knowingAll } from "./stored-log.ts";

const scene = hardwareKeyScene();

const listed = async ({ token }: { token: string }) => {
  const { body } = await call(scene.url, "GET /api/user/hardware-keys", {
    token,
    headers: await knowingAll(scene.product),
  });
  return body.hardwareKeys as { id: string; name: string }[];
};

describe("a hardware key", () => {
  it("is added, listed, renamed and removed", async () => {
    const owner = await givenSignedInUser(scene.url);
    expect(await listed(owner)).toEqual([]);
    const yubiKey = new SoftwareAuthenticator(scene.url, { aaguid: "2fc0579f-8113-47ea-b116-bb5a8db9202a" });
    const { keyId } = await givenHardwareKey(scene.url, owner, yubiKey);
    expect(await listed(owner)).toEqual([
      { id: keyId, name: "YubiKey", createdAt: expect.any(String), lastUsed: null },
    ]);
    const renamed = await call(scene.url, `PUT /api/user/hardware-keys/${keyId}`, {
      token: owner.token,
      body: { name: " Blue " },
    });
    expect([renamed.status, renamed.body]).toEqual([200, { message: "Hardware key updated" }]);
    expect(await listed(owner)).toMatchObject([{ id: keyId, name: "Blue" }]);
    const removed = await call(scene.url, `DELETE /api/user/hardware-keys/${keyId}`, { token: owner.token });
    expect([removed.status, removed.body]).toEqual([200, { message: "Hardware key removed" }]);
    expect(await listed(owner)).toEqual([]);
    expect((await signInByPasskey(scene.url, yubiKey)).status).toBe(401);
  });

  it.each([
    ["Google Password Manager", "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"],
    ["Samsung Pass", "53414d53-554e-4700-0000-000000000000"],
    ["Hardware key", "01020304-0506-0708-0102-030405060708"],
  ])("is called %s by its model, whose id is no UUID of RFC 9562", async (name, aaguid) => {
    const owner = await givenSignedInUser(scene.url);
    await givenHardwareKey(scene.url, owner, new SoftwareAuthenticator(scene.url, { aaguid }));
    expect(await listed(owner)).toMatchObject([{ name }]);
  });

  it("signs in without a username", async () => {
    const key = await givenHardwareKey(scene.url, scene.user);
    const { status, body } = await signInByPasskey(scene.url, key);
    expect([status, body.user?.id]).toEqual([200, scene.user.id]);
    expect((await call(scene.url, "GET /api/auth/me", { token: body.token })).status).toBe(200);
    expect((await listed(body)).find(({ id }) => id === key.keyId)).toMatchObject({ lastUsed: expect.any(String) });
  });

  it("LG-01 leaves neither challenges and signatures nor what identifies it in clear", async () => {
    const owner = await givenSignedInUser(scene.url);
    const key = new SoftwareAuthenticator(scene.url);
    const options = await beginRegistration(scene.url, owner);
    const made = key.register(options);
    const { body } = await completeRegistration(scene.url, owner, made);
    const name = `Key of ${owner.username}`;
    const { token } = owner;
    await call(scene.url, `PUT /api/user/hardware-keys/${body.hardwareKey.id}`, { token, body: { name } });
    const begun = await beginPasskeySignIn(scene.url);
    const used = key.assert(begun.options);
    expect((await completeKeySignIn(scene.url, begun, { response: used })).status).toBe(200);
    const secrets = [
      options.challenge,
      begun.options.challenge,
      used.response.signature,
      begun.cookie.split("=")[1] ?? "",
    ];
    const personal = [key.id, made.response.attestationObject, name];
    const stored = (await facts(scene.product)).map(({ stream, data, metadata }) => [stream, data, metadata]);
    const inClear = JSON.stringify(stored) + scene.product.output();
    expect(inClear).toContain(body.hardwareKey.id);
    for (const value of [...secrets, ...personal]) expect(inClear).not.toContain(value);
  });

  it("accepts a packed attestation that the key signed itself", async () => {
    const key = new SoftwareAuthenticator(scene.url);
    const options = await beginRegistration(scene.url, scene.user);
    expect(
      (await completeRegistration(scene.url, scene.user, key.register(options, { format: "packed" }))).status,
    ).toBe(201);
  });
});
