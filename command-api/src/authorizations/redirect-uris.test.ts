import { expect, it } from "vitest";
import { allowsRedirect, isOnDevice } from "./redirect-uris.ts";

const registered = "https://app.example/callback?tenant=a+b";
const allows = (uri: string, redirectUris = [registered]) =>
  allowsRedirect({ kind: "confidential", redirectUris }, uri);

const mutations = [
  ...["https://app.example/callback", `${registered}/`, `${registered}&x=1`, "https://app.example/callback?", ""],
  ...[
    `${registered}#`,
    `${registered}#x`,
    "https://app.example:443/callback?tenant=a+b",
    ` ${registered}`,
    `${registered}\n`,
  ],
  ...["https://APP.example/callback?tenant=a+b", "HTTPS://app.example/callback?tenant=a+b"],
  ...["https://app.example/Callback?tenant=a+b", "https://app.example/x/../callback?tenant=a+b"],
  ...["https://app.example/%2e%2e/callback?tenant=a+b", "https://app.example//callback?tenant=a+b"],
  ...["https://app.example@evil.example/callback?tenant=a+b", "https://evil.example#@app.example/callback?tenant=a+b"],
  ...["https://app.example\\@evil.example/callback?tenant=a+b", "https:/app.example/callback?tenant=a+b"],
  ...["https://app.example/call\tback?tenant=a+b", "https://user:pass@app.example/callback?tenant=a+b"],
  ...["https://xn--pp-eka.example/callback?tenant=a+b", "https://аpp.example/callback?tenant=a+b"],
  ...["https://a.app.example/callback?tenant=a+b", "https://app.example.evil/callback?tenant=a+b"],
  ...["https://app.example:8443/callback?tenant=a+b", "https://app.example/callback?tenant=a%20b"],
  ...["https://app.example/callback?tenant=a b", "https://app.example/c%61llback?tenant=a+b"],
  ...[`${registered}\u0000`, "javascript:alert(1)", "data:text/html,x", "//app.example/callback?tenant=a+b"],
];

it("AZ-04 allows a registered redirect URI only character for character", () => {
  expect(allows(registered)).toBe(true);
  expect(mutations.length).toBeGreaterThanOrEqual(30);
  for (const uri of mutations) expect([uri, allows(uri)]).toEqual([uri, false]);
  expect(allows("https://[::1]/cb", ["https://[0:0:0:0:0:0:0:1]/cb"])).toBe(false);
  expect(allows("http://2130706433/cb", ["http://127.0.0.1/cb"])).toBe(false);
});

it("AZ-04 lets a public application's port differ on a loopback address, and nothing else (RFC 8252 section 7.3)", () => {
  const own = { kind: "public", redirectUris: ["http://127.0.0.1/cb", "http://[::1]:4000/cb?x=1"] } as const;
  const device = { ...own, redirectUris: [...own.redirectUris] };
  for (const uri of [
    "http://127.0.0.1:1/cb",
    "http://127.0.0.1:65535/cb",
    "http://[::1]/cb?x=1",
    "http://[::1]:9/cb?x=1",
  ]) {
    expect([uri, allowsRedirect(device, uri)]).toEqual([uri, true]);
    expect(allowsRedirect({ ...device, kind: "confidential" }, uri)).toBe(false);
  }
  const others = [
    ...["http://127.0.0.1:65536/cb", "http://127.0.0.1:0/cb", "http://127.0.0.1:/cb", "http://127.0.0.1:080/cb"],
    ...["https://127.0.0.1:1/cb", "http://127.0.0.1:1/cb2", "http://127.0.0.1:1/cb?", "http://127.0.0.2:1/cb"],
    ...["http://localhost:1/cb", "http://127.0.0.1:1@evil.example/cb", "http://127.0.0.1:1\\@evil.example/cb"],
    ...["http://127.0.0.1.evil.example/cb", "http://[::1]:9/cb?x=2", "http://127.0.0.1:1/cb\n"],
  ];
  for (const uri of others) expect([uri, allowsRedirect(device, uri)]).toEqual([uri, false]);
});

it("FO-05 lets a public application's port differ on localhost too, and nothing else", () => {
  const redirectUris = ["http://localhost:3000/cb"];
  const allowsNamed = (uri: string, kind: "public" | "confidential" = "public") =>
    allowsRedirect({ kind, redirectUris }, uri);
  for (const uri of ["http://localhost:3001/cb", "http://localhost/cb"]) {
    expect([uri, allowsNamed(uri), allowsNamed(uri, "confidential")]).toEqual([uri, true, false]);
    expect(isOnDevice({ kind: "public", redirectUris, documentUrl: null }, uri)).toBe(true);
  }
  const ofDocument = (documentUrl: string | null) =>
    isOnDevice({ kind: "public", redirectUris, documentUrl }, "http://localhost:3000/cb");
  expect([ofDocument(null), ofDocument("https://tools.example/client.json")]).toEqual([false, true]);
  const others = [
    ...["http://127.0.0.1:3000/cb", "http://[::1]:3000/cb", "https://localhost:3000/cb", "http://localhost:3001/cb2"],
    ...["http://LOCALHOST:3001/cb", "http://localhost.evil.example:3001/cb", "http://localhost:3001@evil.example/cb"],
    ...["http://evil.localhost:3001/cb", "http://localhost:0/cb", "http://localhost:65536/cb", "http://localhost./cb"],
  ];
  for (const uri of others) expect([uri, allowsNamed(uri)]).toEqual([uri, false]);
});

it("finds the answers that go to a public application on the user's own device", () => {
  const [loopback, site] = ["http://127.0.0.1:51004/callback", "https://app.example/callback"];
  expect(isOnDevice({ kind: "public", redirectUris: [], documentUrl: null }, loopback)).toBe(true);
  expect(isOnDevice({ kind: "public", redirectUris: [], documentUrl: null }, "http://[::1]/callback")).toBe(true);
  expect(isOnDevice({ kind: "confidential", redirectUris: [], documentUrl: null }, loopback)).toBe(false);
  expect(isOnDevice({ kind: "public", redirectUris: [], documentUrl: null }, site)).toBe(false);
});
