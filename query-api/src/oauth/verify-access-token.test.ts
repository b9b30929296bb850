import { createHmac, createSign, randomBytes } from "node:crypto";
import { publishedAfterSeconds } from "@attestory/events/signing-key-validity.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headerOf, newSigningKey, signedParts, signedWith } from "../testing/grants.ts";
import { openTokenScene } from "../testing/token-scene.ts";

let scene: Awaited<ReturnType<typeof openTokenScene>>;
beforeAll(async () => {
  scene = await openTokenScene();
});
afterAll(() => scene.scratch.close());

describe("a forged token", () => {
  it.each(["none", "None", "nOnE", "HS256", "RS256", "ES384", "ES256K", "EdDSA", ""])(
    "CR-01 is refused with alg %j",
    async (alg) => {
      const { expectRefused, token, header, claims } = scene;
      await expectRefused(token({ alg }), "signed with ES256");
      await expectRefused(`${signedParts(header({ alg }), claims())}.`, "without a signature");
      await expectRefused(
        `${signedParts(header({ alg }), claims())}.${randomBytes(64).toString("base64url")}`,
        "random",
      );
    },
  );

  it("CR-01 is refused if signed with the public key as an HMAC secret, or with the ID tokens' key", async () => {
    const { expectRefused, header, claims, rsaKey, key } = scene;
    const input = signedParts(header({ alg: "HS256" }), claims());
    for (const secret of [JSON.stringify(key.publicJwk), JSON.stringify(rsaKey.publicJwk), key.publicJwk.x ?? ""]) {
      await expectRefused(`${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`, secret);
    }
    for (const kid of [rsaKey.keyId, key.keyId]) {
      for (const alg of ["RS256", "ES256"]) {
        const byRsa = signedParts(header({ alg, kid }), claims());
        const signature = createSign("sha256").update(byRsa).sign(rsaKey.privateKey, "base64url");
        await expectRefused(`${byRsa}.${signature}`, `${alg} ${kid}`);
      }
    }
  });

  it("CR-01 is refused whatever key it names", async () => {
    const { expectRefused, token, header, claims } = scene;
    const other = await newSigningKey();
    const jwk = other.publicJwk;
    const kids = [
      "../../dev/null",
      "' OR 1=1 --",
      { $ne: null },
      "x".repeat(1000),
      "",
      null,
      other.keyId,
      "A".repeat(43),
    ];
    for (const kid of kids) await expectRefused(signedWith(other, header({ kid }), claims()), `kid ${kid}`);
    const embedded = [{ jwk }, { jku: "http://127.0.0.1/keys" }, { x5u: "http://127.0.0.1/x" }, { x5c: ["MIIB"] }];
    for (const extra of embedded) {
      await expectRefused(signedWith(other, header(extra), claims()), JSON.stringify(extra));
      await expectRefused(token(extra), `signed with our own key: ${JSON.stringify(extra)}`);
    }
  });

  it("CR-01 is refused with an extension of the header, unusual numbers or times, or a claim that is named twice", async () => {
    const { expectRefused, token, header, claims, happens, grant, key } = scene;
    const { iat, exp } = happens.claimsOf(grant);
    for (const extra of [{ crit: ["exp"] }, { crit: ["b64"], b64: false }, { b64: false }, { zip: "DEF" }]) {
      await expectRefused(token(extra), JSON.stringify(extra));
    }
    const wrongClaims = [
      { exp: String(exp) },
      { exp: exp + 0.5 },
      { exp: 1e15 },
      { exp: exp + 1 },
      { exp: undefined },
      { exp: null },
      { exp: iat },
      { nbf: iat + 600 },
      { iat: iat + 600, exp: exp + 600 },
      { iat: String(iat) },
      { iat: undefined },
      { scope: ["openid"] },
    ];
    for (const wrong of wrongClaims) await expectRefused(token({}, wrong), JSON.stringify(wrong));
    const written = JSON.stringify(claims());
    const twice = [
      written.replace('{"iss"', '{"sub":"someone","iss"'),
      written.replace(/}$/, `,"exp":${exp}}`),
      ` ${written}`,
      written.replace(String(exp), `${exp}.0`),
      "null",
      "[]",
      "",
    ];
    for (const text of twice) await expectRefused(signedWith(key, header(), text), text);
  });
});

// The rest moves the clock.
it("CR-03 RS-11 refuses a token by a key that does not sign yet, that is withdrawn, or that is retired, also one that it knew", async () => {
  const { scratch, happens, expectRefused, userinfo } = scene;
  const grant = await happens.granted(await happens.application(), { offline: true });
  const [next, withdrawn, retired] = [
    await happens.signingKey("ES256", false),
    await happens.signingKey(),
    await happens.signingKey(),
  ];
  await scratch.projections.fold();
  const by = (key: typeof next) => signedWith(key, headerOf(key), happens.claimsOf(grant));
  const known = by(withdrawn);
  await expectRefused(by(next), "next");
  expect([(await userinfo(known)).status, (await userinfo(by(retired))).status]).toEqual([200, 200]);

  const algorithm = "ES256" as const;
  await happens.happenedToKeys({ type: "SigningKeyWithdrawn", data: { keyId: withdrawn.keyId, algorithm } });
  await happens.happenedToKeys({
    type: "SigningKeyPromoted",
    data: { keyId: next.keyId, algorithm, replacedKeyId: retired.keyId, reason: "planned" },
  });
  await scratch.projections.fold();
  await expectRefused(known, "withdrawn, and verified before");
  await expectRefused(by(withdrawn), "withdrawn");
  expect([(await userinfo(by(next))).status, (await userinfo(by(retired))).status]).toEqual([200, 200]);
  scratch.clock.now = new Date(scratch.clock.now.getTime() + 1000 * publishedAfterSeconds);
  await expectRefused(by(retired), "retired, and signed just now");
});

it("RS-02 accepts a token as issued, again and again, until it expires", async () => {
  const { scratch, happens, key, header, userinfo } = scene;
  const grant = await happens.granted(await happens.application(), { offline: true });
  await scratch.projections.fold();
  const access = signedWith(key, header(), happens.claimsOf(grant));
  expect([(await userinfo(access)).status, (await userinfo(access)).status]).toEqual([200, 200]);
  const { now } = scratch.clock;
  const statusAfter = async (seconds: number) => {
    scratch.clock.now = new Date(now.getTime() + seconds * 1000);
    return (await userinfo(access)).status;
  };
  expect([await statusAfter(3599), await statusAfter(3600)]).toEqual([200, 401]);
});
