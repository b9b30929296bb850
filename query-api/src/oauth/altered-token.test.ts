import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedWith } from "../testing/grants.ts";
import { openTokenScene } from "../testing/token-scene.ts";

let scene: Awaited<ReturnType<typeof openTokenScene>>;
beforeAll(async () => {
  scene = await openTokenScene();
});
afterAll(() => scene.scratch.close());

describe("an altered token", () => {
  it("CR-02 is refused with the signature (0, 0), in DER, cut off or of another token", async () => {
    const { expectRefused, token } = scene;
    const [head = "", body = "", signature = ""] = token().split(".");
    const bytes = Buffer.from(signature, "base64url");
    const integer = (half: Buffer) => {
      const padded = (half[0] ?? 0) > 127 ? Buffer.concat([Buffer.alloc(1), half]) : half;
      return Buffer.concat([Buffer.from([2, padded.length]), padded]);
    };
    const halves = Buffer.concat([integer(bytes.subarray(0, 32)), integer(bytes.subarray(32))]);
    const wrong: Record<string, Buffer> = {
      zero: Buffer.alloc(64),
      der: Buffer.concat([Buffer.from([0x30, halves.length]), halves]),
      "cut off": bytes.subarray(0, 63),
      half: bytes.subarray(0, 32),
      longer: Buffer.concat([bytes, Buffer.alloc(1)]),
      another: Buffer.from(token().split(".")[2] ?? "", "base64url"),
    };
    for (const [label, each] of Object.entries(wrong)) {
      await expectRefused(`${head}.${body}.${each.toString("base64url")}`, label);
    }
  });

  it("CR-03 RS-06 is refused for another issuer, audience, type, application or user", async () => {
    const { expectRefused, token, header, claims, happens, grant, key, scratch } = scene;
    const others = await happens.granted(await happens.application());
    await scratch.projections.fold();
    for (const wrong of [
      { iss: "http://evil.example" },
      { iss: `${claims().iss}/` },
      { aud: grant.applicationId },
      { aud: [claims().aud] },
      { aud: undefined },
      { client_id: others.applicationId },
      { sub: others.userId },
      { grant: others.authorizationId },
    ]) {
      await expectRefused(token({}, wrong), JSON.stringify(wrong));
    }
    for (const typ of ["JWT", "logout+jwt", "AT+JWT", "application/at+jwt", undefined]) {
      await expectRefused(token({ typ }), `typ ${typ}`);
    }
    // As ID tokens and logout tokens are made.
    const { iss, sub, iat, exp } = claims();
    const idToken = { iss, sub, aud: grant.applicationId, iat, exp, nonce: "n", azp: grant.applicationId };
    await expectRefused(signedWith(key, header({ typ: "JWT" }), idToken), "ID token");
    await expectRefused(signedWith(key, header(), idToken), "ID token as at+jwt");
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    await expectRefused(signedWith(key, header(), { ...idToken, events }), "logout token");
  });

  it("RS-05 is refused if it is spelled in any other way than as issued", async () => {
    const { expectRefused, token, userinfo } = scene;
    const access = token();
    expect((await userinfo(access)).status).toBe(200);
    const flip = (at: number) => {
      const letter = access.charAt(at);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      return access.slice(0, at) + other + access.slice(at + 1);
    };
    /** The last character carries four bits that decode to nothing. */
    const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const sameBytes = access.slice(0, -1) + last.charAt(last.indexOf(access.at(-1) ?? "") ^ 1);
    const spellings = [
      access.slice(0, -1),
      access.slice(1),
      `${access}A`,
      `${access}.`,
      `${access}=`,
      `${access}..`,
      `.${access}`,
      access.toUpperCase(),
      access.toLowerCase(),
      sameBytes,
      access.replaceAll(".", ".."),
      access.split(".").slice(0, 2).join("."),
    ];
    const letters = [...access].flatMap((letter, at) => (/[a-z]/i.test(letter) ? [at] : []));
    for (let n = 0; n < 20; n++) spellings.push(flip(letters[Math.floor((letters.length * n) / 20)] ?? 0));
    for (const spelling of spellings) await expectRefused(spelling, spelling);
  });
});
