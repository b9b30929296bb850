import { randomBytes, randomUUID } from "node:crypto";
import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { call, givenSignedInUser } from "./client.ts";
import { beginRegistration, completeRegistration, givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";
import { hardwareKeyScene } from "./hardware-key-scene.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const scene = hardwareKeyScene();

describe("one credential", () => {
  it("WA-07 belongs to one account", async () => {
    const [owner, other] = [await givenSignedInUser(scene.url), await givenSignedInUser(scene.url)];
    const key = await givenHardwareKey(scene.url, owner);
    const copy = new SoftwareAuthenticator(scene.url, { id: key.id });
    for (const claimant of [other, owner]) {
      const response = copy.register(await beginRegistration(scene.url, claimant));
      const { status, body } = await completeRegistration(scene.url, claimant, response);
      expect([status, body.code]).toEqual([409, "key_registered"]);
    }
    expect((await signInByPasskey(scene.url, key)).body.user.id).toBe(owner.id);
  });

  it("WA-07 can be registered again once it was removed, by its owner or by another account", async () => {
    const [owner, other] = [await givenSignedInUser(scene.url), await givenSignedInUser(scene.url)];
    const key = await givenHardwareKey(scene.url, owner);
    for (const next of [owner, other]) {
      await call(scene.url, `DELETE /api/user/hardware-keys/${key.keyId}`, { token: owner.token });
      await givenHardwareKey(scene.url, next, key);
      expect((await signInByPasskey(scene.url, key)).body.user.id).toBe(next.id);
    }
  });

  it("WA-07 goes to one of two accounts that register it at once", async () => {
    const users = [await givenSignedInUser(scene.url), await givenSignedInUser(scene.url)];
    const id = randomBytes(16).toString("base64url");
    const answers = await Promise.all(
      users.map(async (one) => {
        const response = new SoftwareAuthenticator(scene.url, { id }).register(await beginRegistration(scene.url, one));
        return completeRegistration(scene.url, one, response);
      }),
    );
    const winners = answers.map(({ status }) => (status === 201 ? 1 : 0));
    expect(winners.toSorted()).toEqual([0, 1]);
    expect(await Promise.all(users.map(scene.keysOf))).toEqual(winners);
  });
});

describe("the hardware keys of an account", () => {
  it("WA-08 cannot be renamed or removed by another user", async () => {
    const [owner, other] = [await givenSignedInUser(scene.url), await givenSignedInUser(scene.url)];
    const { keyId } = await givenHardwareKey(scene.url, owner);
    const path = `/api/user/hardware-keys/${keyId}`;
    const renamed = await call(scene.url, `PUT ${path}`, { token: other.token, body: { name: "Mine" } });
    const removed = await call(scene.url, `DELETE ${path}`, { token: other.token });
    expect([renamed.status, removed.status]).toEqual([404, 404]);
    expect(await scene.keysOf(owner)).toBe(1);
  });

  it("WA-10 have names of 1 to 64 characters, without the spaces around them", async () => {
    const { keyId } = await givenHardwareKey(scene.url, scene.user);
    const rename = (name: unknown) =>
      call(scene.url, `PUT /api/user/hardware-keys/${keyId}`, { token: scene.user.token, body: { name } });
    for (const name of ["", " ", "\t", "a".repeat(65), "a".repeat(10_240), "a\nb", "\u200b", 7, null]) {
      const { status, body } = await rename(name);
      expect([status, Object.keys(body.fields)], JSON.stringify(name)).toEqual([400, ["name"]]);
    }
    for (const name of ["a", ` ${"a".repeat(64)} `, "<b>Büro</b>", "👩‍💻 laptop"]) {
      expect((await rename(name)).status, name).toBe(200);
    }
  });

  it("WA-10 are 50 at most", async () => {
    const owner = await givenSignedInUser(scene.url);
    const template = (await scene.product.history(hardwareKeysStream((await withOneKey()).id)))[0];
    if (template?.type !== "HardwareKeyAdded") throw new Error("no key was added");
    for (let n = 0; n < 50; n++) {
      const keyId = randomUUID();
      const data = {
        ...template.data,
        userId: owner.id,
        keyId,
        challengeId: keyId,
        credentialId: `key${n}`,
        name: "One",
      };
      await scene.product.happened(
        hardwareKeysStream(owner.id),
        { type: "HardwareKeyAdded", data },
        { person: owner.id },
      );
    }
    const response = new SoftwareAuthenticator(scene.url).register(await beginRegistration(scene.url, owner));
    const { status, body } = await completeRegistration(scene.url, owner, response);
    expect([status, body.code]).toEqual([409, "too_many_keys"]);
  });
});

const withOneKey = async () => {
  const owner = await givenSignedInUser(scene.url);
  await givenHardwareKey(scene.url, owner);
  return owner;
};
