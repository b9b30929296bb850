import { expect, it } from "vitest";
import { isDocumentAddress, urlPrefixOf } from "./document-address.ts";

it.each([
  ["https://tools.example/client.json", true],
  ["https://tools.example:8443/a/b?version=2", true],
  ["http://tools.example/client.json", false],
  ["http://localhost/client.json", false],
  ["https://tools.example", false],
  ["https://tools.example/", false],
  ["https://tools.example/client.json#part", false],
  ["https://tools.example/client.json#", false],
  ["https://ada@tools.example/client.json", false],
  ["https://ada:pw@tools.example/client.json", false],
  ["https://tools.example/a/../client.json", false],
  ["https://tools.example/./client.json", false],
  ["https://tools.example/a/%2e%2E/client.json", false],
  ["https://tools.example/a%2Fclient.json", false],
  ["https://tools.example/a%5Cclient.json", false],
  ["https://tools.example\\client.json", false],
  ["https://tools.example/a/%252e%252e/client.json", false],
  ["https://tools.example/a/..;/client.json", false],
  ["https://tools.example/a/.;x/client.json", false],
  ["https://tools.example/a;b/client.json", true],
  ["https://Tools.example/client.json", false],
  ["https://tools.example:443/client.json", false],
  ["https:tools.example/client.json", false],
  [" https://tools.example/client.json", false],
  [`https://tools.example/${"x".repeat(500)}`, false],
])("CM-04 knows whether a document may have the address %s: %s", (address, isGood) => {
  expect(isDocumentAddress(address, { allowPrivate: false })).toBe(isGood);
});

it("CM-04 takes this machine without https only where the service may call private addresses", () => {
  const here = "http://127.0.0.1:5000/client.json";
  expect([true, false].map((allowPrivate) => isDocumentAddress(here, { allowPrivate }))).toEqual([true, false]);
  expect(isDocumentAddress("http://10.0.0.1/client.json", { allowPrivate: true })).toBe(false);
});

const [malformed, notPublic] = [{ fault: "malformed" }, { fault: "not-public" }];

it.each([
  ["tools.example", { urlPrefix: "https://tools.example/" }],
  ["TOOLS.example:8443", { urlPrefix: "https://tools.example:8443/" }],
  ["https://tools.example", { urlPrefix: "https://tools.example/" }],
  ["https://tools.example/clients/", { urlPrefix: "https://tools.example/clients/" }],
  ["https://8.8.8.8/", { urlPrefix: "https://8.8.8.8/" }],
  ["https://tools.example/clients", malformed],
  ["https://tools.example/clients/?a=/", malformed],
  ["http://tools.example/", malformed],
  ["https://ada@tools.example/", malformed],
  ["not a host", malformed],
  ["", malformed],
  ["com", notPublic],
  ["com.", notPublic],
  ["localhost", notPublic],
  ["app.localhost", notPublic],
  ["*.example", notPublic],
  ["https://*/", notPublic],
  ["10.0.0.1", notPublic],
  ["0x7f.1", notPublic],
  ["https://[::1]/", notPublic],
  ["https://[fd00::1]:8443/clients/", notPublic],
])("CM-04 reads what an admin enters: %j gives %j", (entered, prefix) => {
  expect(urlPrefixOf(entered, { allowPrivate: false })).toEqual(prefix);
});

it.each([
  ["10.0.0.1", { urlPrefix: "https://10.0.0.1/" }],
  ["intranet", { urlPrefix: "https://intranet/" }],
  ["*.example", notPublic],
])("CM-04 reads what an admin of a private network enters: %j gives %j", (entered, prefix) => {
  expect(urlPrefixOf(entered, { allowPrivate: true })).toEqual(prefix);
});
