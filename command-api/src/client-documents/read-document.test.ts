import { describe, expect, it } from "vitest";
import { readDocument } from "./read-document.ts";

const url = "https://tools.example/client.json";
const metadata = { client_id: url, client_name: "Ledgerline", redirect_uris: ["http://127.0.0.1/callback"] };
const answer = (body: string, facts: object = {}) => ({
  status: 200,
  contentType: "application/json",
  cacheControl: "",
  age: 0,
  body: Buffer.from(body),
  ...facts,
});
const read = (said: object = {}, facts: object = {}) =>
  readDocument(url, answer(JSON.stringify({ ...metadata, ...said }), facts));
const freshness = (cacheControl: string, age = 0) => {
  const found = read({}, { cacheControl, age });
  return typeof found === "object" && "freshSeconds" in found ? found.freshSeconds : found;
};

describe("a metadata document", () => {
  it("CM-01 is a public application that uses PKCE, unless it has keys", () => {
    expect(read()).toMatchObject({ settings: { name: "Ledgerline", kind: "public", requirePkce: true } });
    expect(read({ token_endpoint_auth_method: "private_key_jwt", jwks: undefined })).toMatchObject({
      settings: { kind: "confidential", requirePkce: true, authMethod: "private_key_jwt" },
    });
  });

  it.each([
    ["client_id in it is not its address", { client_id: "https://tools.example/Client.json" }],
    ["client_id in it is not its address", { client_id: undefined }],
    ["it has a client secret", { client_secret: "s3cret" }],
    ["it has a client secret", { client_secret_expires_at: 0 }],
    ["neither none nor private_key_jwt", { token_endpoint_auth_method: "client_secret_basic" }],
    ["neither none nor private_key_jwt", { token_endpoint_auth_method: null }],
    ["redirect_uris", { redirect_uris: ["http://tools.example/callback"] }],
    ["redirect_uris", { redirect_uris: [] }],
    ["redirect_uris", { redirect_uris: ["javascript:alert(1)"], client_name: undefined }],
    ["jwks", { jwks: { keys: [{ kty: "oct", k: "c2VjcmV0" }] } }],
  ])("CM-10 is refused: %s", (sentence, said) => {
    expect(read(said)).toEqual({ wrong: expect.stringContaining(sentence) });
  });

  it.each([
    ["application/json; charset=utf-8", true],
    ["application/client-metadata+json", true],
    ["APPLICATION/JSON", true],
    ["text/html", false],
    ["text/json", false],
    ["application/jsonp", false],
    ["", false],
  ])("CM-10 may have the content type %j: %s", (contentType, isGood) => {
    expect("settings" in (read({}, { contentType }) as object)).toBe(isGood);
  });

  it("CM-10 is strict JSON of at most 5 kB, at its address itself", () => {
    const twice = `{"client_id":"https://other.example/","client_id":${JSON.stringify(url)}}`;
    expect(readDocument(url, answer(twice))).toEqual({ wrong: "it is not strict JSON" });
    expect(readDocument(url, answer("[]"))).toEqual({ wrong: "it is not strict JSON" });
    expect(read({}, { body: null })).toEqual({ wrong: "it is longer than 5 kB" });
    expect(read({}, { status: 302, body: null })).toEqual({ wrong: expect.stringContaining("no redirect") });
    expect(read({}, { status: 404, body: null })).toEqual({ wrong: expect.stringContaining("there is none") });
    for (const status of [408, 429, 500, 503]) expect(read({}, { status, body: null })).toBe("unreachable");
  });

  it("CM-11 counts for as long as its server says, but for five minutes at least and a day at most", () => {
    expect(freshness("")).toBe(3600);
    expect(freshness("public, max-age=7200")).toBe(7200);
    expect(freshness("max-age=7200", 7000)).toBe(300);
    expect(freshness("max-age=0")).toBe(300);
    expect(freshness("no-store, max-age=7200")).toBe(300);
    expect(freshness("Max-Age=9999999999")).toBe(86_400);
    expect(freshness("max-age=x, s-maxage=1")).toBe(3600);
  });
});
