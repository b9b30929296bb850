import { describe, expect, it } from "vitest";
import { applicationRegistration } from "./schema.ts";

const good = { name: "Ledgerline", redirectUris: ["https://app.example.com/callback"] };
const read = (said: object) => applicationRegistration.safeParse({ ...good, ...said });
const faults = (said: object) => [...new Set(read(said).error?.issues.map(({ path }) => path.join(".")))];
const redirectUris = (...uris: unknown[]) => ({ redirectUris: uris });

describe("a redirect URI", () => {
  it.each([
    "https://app.example.com",
    "https://app.example.com/callback?next=%2Fhome",
    "https://app.example.com:8443/callback",
    "https://xn--mnchen-3ya.example/callback",
    "http://localhost:3000/callback",
    "http://127.0.0.1/callback",
    "http://[::1]:8080/callback",
  ])("may be %s", (uri) => {
    expect(read(redirectUris(uri)).data?.redirectUris).toEqual([uri]);
  });

  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://app.example.com/1",
    "ftp://app.example.com/cb",
    "com.example.app:/callback",
    "//app.example.com/cb",
    "/callback",
    "callback",
    "app.example.com/cb",
    "https://",
    "https://app.example.com/cb#fragment",
    "https://app.example.com/cb#",
    "https://*.example.com/cb",
    "https://app.example.com/*",
    "https://user@app.example.com/cb",
    "https://user:password@app.example.com/cb",
    "https://@app.example.com/cb",
    "https://app.example.com/c b",
    " https://app.example.com/cb",
    "https://app.example.com/cb\n",
    "https://app.example.com/cb\u0000",
    "https://app.example.com/cb%00",
    "https://app.example.com/cb%0d%0aLocation:x",
    "https://app.example.com\\@evil.example/cb",
    "https:app.example.com/cb",
    "https:///app.example.com/cb",
    "https://app.example.com/a/../cb",
    "https://app.example.com/%2e%2e/cb",
    "https://app.example.com:443/cb",
    "HTTPS://app.example.com/cb",
    "https://APP.example.com/cb",
    "https://münchen.example/cb",
    "https://app.example.com/\u202ecb",
  ])("AP-01 may not be %j", (uri) => {
    expect(faults(redirectUris(uri))).toEqual(["redirectUris.0"]);
  });

  it("AP-01 may not be over 2 kB", () => {
    const uri = (length: number) => `https://app.example.com/${"a".repeat(length - 24)}`;
    expect([faults(redirectUris(uri(2048))), faults(redirectUris(uri(2049)))]).toEqual([[], ["redirectUris.0"]]);
  });

  it.each([
    "http://app.example.com/cb",
    "http://127.0.0.2/cb",
    "http://10.0.0.1/cb",
    "http://localhost.evil.example/cb",
    "http://127.0.0.1.evil.example/cb",
    "http://2130706433/cb",
    "http://0x7f000001/cb",
    "http://127.1/cb",
    "http://[::ffff:127.0.0.1]/cb",
    "http://0.0.0.0/cb",
  ])("AP-02 may use http on loopback alone, not as %s", (uri) => {
    expect(faults(redirectUris(uri))).toEqual(["redirectUris.0"]);
  });
});

describe("the redirect URIs", () => {
  const many = Array.from({ length: 21 }, (_, n) => `https://app.example.com/${n}`);

  it("AP-03 drop blank ones and duplicates", () => {
    const uris = ["", many[0], "  ", many[1], many[0]];
    expect(read({ redirectUris: uris }).data?.redirectUris).toEqual([many[0], many[1]]);
    expect(read({ redirectUris: many.slice(0, 20) }).data?.redirectUris).toHaveLength(20);
  });

  it.each([
    ["none", []],
    ["only blank ones", ["", " \t"]],
    ["21", many],
    ["a text", "https://app.example.com/callback"],
    ["an object", { 0: "https://app.example.com/callback" }],
    ["null", null],
    ["nothing", undefined],
  ])("AP-03 may not be %s", (_, uris) => {
    expect(faults({ redirectUris: uris })).toEqual(["redirectUris"]);
  });

  it.each([
    ["an array", ["https://app.example.com/callback"]],
    ["an object", {}],
    ["a number", 7],
    ["null", null],
  ])("AP-03 may not hold %s", (_, value) => {
    expect(faults(redirectUris(good.redirectUris[0], value))).toEqual(["redirectUris.1"]);
  });
});

describe("a logo", () => {
  it.each(["https://app.example.com/logo.png", "https://cdn.example.com/logo.svg?v=2"])("may be at %s", (logoUrl) => {
    expect(read({ logoUrl }).data?.logoUrl).toBe(logoUrl);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "http://app.example.com/logo.png",
    "http://localhost/logo.png",
    "https://localhost/logo.png",
    "https://169.254.169.254/latest/meta-data",
    "https://2852039166/latest",
    "https://0xa9fea9fe/latest",
    "https://10.0.0.1/logo.png",
    "https://[::ffff:169.254.169.254]/logo.png",
    "https://[fe80::1]/logo.png",
    "https://router/logo.png",
    "https://user@app.example.com/logo.png",
  ])("AP-04 may not be at %s", (logoUrl) => {
    expect(faults({ logoUrl })).toEqual(["logoUrl"]);
  });

  it("AP-04 may not have an address of 10 kB", () => {
    expect(faults({ logoUrl: `https://app.example.com/${"a".repeat(10_240)}` })).toEqual(["logoUrl"]);
  });

  it("is optional", () => {
    for (const logoUrl of [undefined, null, ""]) expect(faults({ logoUrl })).toEqual([]);
  });
});

describe("the name and the description", () => {
  it.each([
    ["Ledger\u202egnp.exe", "Ledgergnp.exe"],
    ["\u2066Ledger\u2069line", "Ledgerline"],
    ["Led\u200bger\ufeffline\u00ad", "Ledgerline"],
    ["Ledger\nline", "Ledger line"],
    [" Ledger\r\n\tline\u2028 ", "Ledger line"],
    ["Ledger\u0000\u0007line\u001b[31m", "Ledgerline[31m"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["Αttestory", "Αttestory"],
  ])("AP-05 lose what changes how a text looks: %j", (text, stored) => {
    expect(read({ name: text, description: text }).data).toMatchObject({ name: stored, description: stored });
  });

  it("AP-05 have a limit, and the name is not empty", () => {
    expect(faults({ name: "a".repeat(101), description: "a".repeat(1001) })).toEqual(["name", "description"]);
    expect(faults({ name: "a".repeat(100), description: "a".repeat(1000) })).toEqual([]);
    for (const name of ["", " ", "\u200b", "\n", undefined, null, 7, ["a"]]) expect(faults({ name })).toEqual(["name"]);
  });
});

it.each(["clientId", "clientSecret", "ownerId", "isActive", "createdAt", "trusted", "id"])(
  "AP-07 is refused with the field %s",
  (field) => {
    expect(read({ [field]: "x" }).error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: [field] }]);
  },
);
