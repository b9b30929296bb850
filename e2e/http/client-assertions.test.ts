import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Claims, givenKeys } from "./application-keys.ts";
import { assertionScene, seconds } from "./assertion-scene.ts";
import { errorOf } from "./token-calls.ts";

const scene = assertionScene();
const { good, ask } = scene;

describe("a client assertion", () => {
  const claims: [string, () => Claims, string][] = [
    ["no exp", () => ({ exp: undefined }), "needs exp"],
    ["an exp that is a text", () => ({ exp: String(seconds() + 60) }), "needs exp"],
    ["an exp that is over", () => ({ exp: seconds() - 31 }), "has expired"],
    ["an exp an hour ahead", () => ({ exp: seconds() + 3600 }), "at most 5 minutes"],
    ["an iat to come", () => ({ iat: seconds() + 120 }), "not valid yet"],
    ["an nbf to come", () => ({ nbf: seconds() + 120 }), "not valid yet"],
    ["no jti", () => ({ jti: undefined }), "needs a jti"],
    ["a jti of 1 kB", () => ({ jti: "a".repeat(1024) }), "needs a jti"],
    ["another aud", () => ({ aud: "https://id.example.com" }), "aud of client_assertion"],
    ["no aud", () => ({ aud: undefined }), "aud of client_assertion"],
    ["the aud of another endpoint", () => ({ aud: `${scene.url}/api/oauth/revoke` }), "aud of client_assertion"],
    ["a list of audiences", () => ({ aud: [scene.url, "https://id.example.com"] }), "aud of client_assertion"],
    ["another iss", () => ({ iss: randomUUID() }), "iss and sub"],
  ];
  it.each(claims)("TK-20 refuses %s", async (_, said, description) => {
    const answer = await ask(await scene.keys.sign(good(said())));
    expect(errorOf(answer)).toEqual([401, "invalid_client"]);
    expect(answer.body.error_description).toContain(description);
    expect(answer.headers.get("www-authenticate")).toContain("Basic");
  });

  const parts = (header: object, said = good()) =>
    [header, said].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const forged: [string, () => Promise<string> | string, string][] = [
    ["alg none", () => `${parts({ alg: "none" })}.`, "is not signed with one of"],
    [
      "HS256 with the public key",
      () => {
        const signed = parts({ alg: "HS256", kid: "one" });
        return `${signed}.${createHmac("sha256", JSON.stringify(scene.keys.jwk)).update(signed).digest("base64url")}`;
      },
      "is not signed with one of",
    ],
    [
      "the key of another application",
      async () => (await givenKeys("ES256", "one")).sign(good()),
      "has a signature that no key",
    ],
    ["a kid that it does not have", () => scene.keys.sign(good(), { kid: "two" }), "names a kid"],
    ["an altered claim", async () => altered(await scene.keys.sign(good())), "has a signature that no key"],
    ["no signature", async () => (await scene.keys.sign(good())).replace(/[^.]+$/, ""), "has a signature that no key"],
    ["no JWT", () => "an assertion", "is not a signed JWT"],
    ["the typ of an access token", () => scene.keys.sign(good(), { typ: "at+jwt" }), "typ of another kind"],
    [
      "the typ of a request object",
      () => scene.keys.sign(good(), { typ: "oauth-authz-req+jwt" }),
      "typ of another kind",
    ],
    ["10 kB", () => scene.keys.sign(good({ more: "a".repeat(10_240) })), "too long"],
  ];
  it.each(forged)("TK-20 refuses %s", async (_, assertion, description) => {
    const answer = await ask(await assertion(), { client_id: scene.application.id });
    expect(errorOf(answer)).toEqual([401, "invalid_client"]);
    expect(answer.body.error_description).toContain(description);
  });
});

/** With another claim, under the former signature. */
function altered(assertion: string): string {
  const [header, claims = "", signature] = assertion.split(".");
  const said = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), jti: randomUUID() };
  return [header, Buffer.from(JSON.stringify(said)).toString("base64url"), signature].join(".");
}
