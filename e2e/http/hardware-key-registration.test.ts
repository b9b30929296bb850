import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { encodeCbor } from "./cbor.ts";
import { type Answered, givenSignedInUser, signIn } from "./client.ts";
import { beginPasskeySignIn, beginRegistration, completeRegistration } from "./hardware-key-calls.ts";
import { hardwareKeyScene } from "./hardware-key-scene.ts";
import { SoftwareAuthenticator, type Twist } from "./software-authenticator.ts";

const scene = hardwareKeyScene();

const expectRefused = (answer: Answered, code: string, label = "") =>
  expect([answer.status, answer.body.code], label).toEqual([400, code]);

const registerTwisted = async (twist: Twist, key = new SoftwareAuthenticator(scene.url)): Promise<Answered> =>
  completeRegistration(scene.url, scene.user, key.register(await beginRegistration(scene.url, scene.user), twist));

describe("a challenge of a registration", () => {
  it("WA-01 is accepted once, by the session and for the ceremony that it was given to", async () => {
    const before = await scene.keysOf(scene.user);
    const key = () => new SoftwareAuthenticator(scene.url);
    const other = await givenSignedInUser(scene.url);
    const again = { ...scene.user, token: await signIn(scene.url, scene.user) };
    const { options: passkey } = await beginPasskeySignIn(scene.url);
    const own = await beginRegistration(scene.url, scene.user);
    const answers: [string, { challenge: string }][] = [
      ["another user's", await beginRegistration(scene.url, other)],
      ["another session's", await beginRegistration(scene.url, again)],
      ["of the other ceremony", passkey],
      ["changed", { challenge: `${own.challenge.slice(0, -4)}AAAA` }],
      ["of another encoding", { challenge: `${own.challenge}=` }],
      ["our own length", { challenge: randomBytes(54).toString("base64url") }],
      ["empty", { challenge: "" }],
    ];
    for (const [label, options] of answers) {
      expectRefused(
        await completeRegistration(scene.url, scene.user, key().register(options)),
        "invalid_challenge",
        label,
      );
    }
    expect(await scene.keysOf(scene.user)).toBe(before);
    expect((await completeRegistration(scene.url, scene.user, key().register(own))).status).toBe(201);
    expectRefused(await completeRegistration(scene.url, scene.user, key().register(own)), "invalid_challenge");
    expect(await scene.keysOf(scene.user)).toBe(before + 1);
  });

  it("WA-12 adds exactly one key, however many complete at once", async () => {
    const owner = await givenSignedInUser(scene.url);
    const options = await beginRegistration(scene.url, owner);
    const completions = Array.from({ length: 20 }, () =>
      completeRegistration(scene.url, owner, new SoftwareAuthenticator(scene.url).register(options)),
    );
    const statuses = (await Promise.all(completions)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => ![201, 400, 409].includes(status))).toEqual([]);
    expect(await scene.keysOf(owner)).toBe(1);
  });

  it("WA-12 adds exactly one key if one completion is sent many times at once", async () => {
    const owner = await givenSignedInUser(scene.url);
    const response = new SoftwareAuthenticator(scene.url).register(await beginRegistration(scene.url, owner));
    await Promise.all(Array.from({ length: 10 }, () => completeRegistration(scene.url, owner, response)));
    expect(await scene.keysOf(owner)).toBe(1);
  });
});

const hostOf = (address: string) => new URL(address).host;

describe("what a key answers to a registration", () => {
  it("WA-02 WA-03 WA-04 is refused from another page, for another party, or without a person", async () => {
    const { protocol, host, hostname, port } = new URL(scene.url);
    const otherProtocol = protocol === "http:" ? "https:" : "http:";
    const twists: [string, Twist][] = [
      ["scheme", { origin: `${otherProtocol}//${host}` }],
      ["port", { origin: `${protocol}//${hostname}:${Number(port || 80) + 1}` }],
      ["subdomain", { origin: `${protocol}//sub.${hostOf(scene.url)}` }],
      ["path", { origin: `${scene.url}/` }],
      ["null", { origin: "null" }],
      ["cross-origin", { clientData: { crossOrigin: true } }],
      ["top origin", { clientData: { crossOrigin: false, topOrigin: "https://evil.example" } }],
      ["type", { type: "webauthn.get" }],
      ["no type", { type: "" }],
      ["relying party", { rpId: "evil.example" }],
      ["upper domain", { rpId: `x.${hostname}` }],
      ["no person", { userPresent: false }],
    ];
    for (const [label, twist] of twists) expectRefused(await registerTwisted(twist), "invalid_key_response", label);
  });

  it("WA-04 need not have checked who the person is", async () => {
    expect((await registerTwisted({ userVerified: false })).status).toBe(201);
  });

  it("WA-05 is refused if it was tampered with, or if its algorithm was not offered", async () => {
    const flipped = (bytes: Buffer) => {
      const copy = Buffer.from(bytes);
      copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
      return copy;
    };
    const append = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]);
    const twists: [string, Twist][] = [
      ["signature", { format: "packed", signature: flipped }],
      ["another key's signature", { format: "packed", signature: () => randomBytes(70) }],
      ["algorithm", { algorithm: -35 }],
      ["RSA named on an EC key", { algorithm: -65535 }],
      ["trailing bytes", { attestationObject: append }],
      ["trailing bytes in the authenticator data", { authenticatorData: append }],
      ["cut off", { attestationObject: (bytes) => bytes.subarray(0, -1) }],
      ["cut off in the authenticator data", { authenticatorData: (bytes) => bytes.subarray(0, -1) }],
      ["head only", { authenticatorData: (bytes) => bytes.subarray(0, 37) }],
    ];
    for (const [label, twist] of twists) expectRefused(await registerTwisted(twist), "invalid_key_response", label);
  });

  it("WA-05 is refused if its CBOR is hostile", async () => {
    const nested = Buffer.concat([Buffer.alloc(15_000, 0x81), Buffer.from([0])]);
    const maps = Buffer.concat([Buffer.alloc(15_000, 0xa1), Buffer.from([0])]);
    const gigabyte = Buffer.from([0x5a, 0x40, 0, 0, 0, 1, 2, 3]);
    const manyItems = Buffer.from([0x9b, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    const twice = Buffer.concat([
      Buffer.from([0xa2]),
      ...[1, 2].flatMap((value) => [encodeCbor("fmt"), encodeCbor(value)]),
    ]);
    const endless = Buffer.from([0x9f, 1]);
    const afterKey = (cbor: Buffer) => (bytes: Buffer) => {
      const idLength = bytes.readUInt16BE(53);
      return Buffer.concat([bytes.subarray(0, 55 + idLength), cbor]);
    };
    for (const [index, cbor] of [nested, maps, gigabyte, manyItems, twice, endless].entries()) {
      expectRefused(await registerTwisted({ attestationObject: () => cbor }), "invalid_key_response", `${index}`);
      expectRefused(await registerTwisted({ authenticatorData: afterKey(cbor) }), "invalid_key_response", `${index}`);
    }
  });

  it("WA-11 is taken as lists of bytes and as base64url, and nothing else", async () => {
    const bytes = (text: string) => [...Buffer.from(text, "base64url")];
    const made = async () =>
      new SoftwareAuthenticator(scene.url).register(await beginRegistration(scene.url, scene.user));
    const { id, rawId, type, response } = await made();
    const inBytes = {
      id,
      rawId: bytes(rawId),
      type,
      response: {
        clientDataJSON: bytes(response.clientDataJSON),
        attestationObject: bytes(response.attestationObject),
      },
    };
    expect((await completeRegistration(scene.url, scene.user, inBytes)).status).toBe(201);
    const good = await made();
    const wrong: [string, object][] = [
      ["an ArrayBuffer as an object", { ...good, rawId: {} }],
      ["an array as an object", { ...good, rawId: { 0: 1, 1: 2 } }],
      ["a byte too large", { ...good, rawId: [256] }],
      ["a negative byte", { ...good, rawId: [-1] }],
      ["half a byte", { ...good, rawId: [0.5] }],
      ["no bytes", { ...good, rawId: [] }],
      ["bytes as texts", { ...good, rawId: ["1"] }],
      ["padding", { ...good, rawId: `${good.rawId}=` }],
      ["another id", { ...good, rawId: "AAAA" }],
      ["no id", { ...good, id: undefined }],
      ["another type", { ...good, type: "password" }],
      ["client data as an object", { ...good, response: { ...good.response, clientDataJSON: {} } }],
      ["too many bytes", { ...good, rawId: Array.from({ length: 16_385 }, () => 0) }],
      ["an unknown member", { ...good, more: 1 }],
    ];
    for (const [label, response] of wrong) {
      expectRefused(await completeRegistration(scene.url, scene.user, response), "invalid_fields", label);
    }
    const notJson = { ...good.response, clientDataJSON: "AAAA" };
    expectRefused(
      await completeRegistration(scene.url, scene.user, { ...good, response: notJson }),
      "invalid_key_response",
    );
    expect((await completeRegistration(scene.url, scene.user, good)).status).toBe(201);
  });
});
