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
  ["https://Tools.example/client.json", false],
  ["https://tools.example:443/client.json", false],
  ["https:tools.example/client.json", false],
  [" https://tools.example/client.json", false],
  [`https://tools.example/${"x".repeat(500)}`, false],
])("CM-04 knows whether a document may have the address %s: %s", (address, isGood) => {
  expect(isDocumentAddress(address, { allowLoopback: false })).toBe(isGood);
});

it("CM-04 takes this machine without https only where the service may call private addresses", () => {
  const here = "http://127.0.0.1:5000/client.json";
  expect([true, false].map((allowLoopback) => isDocumentAddress(here, { allowLoopback }))).toEqual([true, false]);
  expect(isDocumentAddress("http://10.0.0.1/client.json", { allowLoopback: true })).toBe(false);
});

it.each([
  ["tools.example", "https://tools.example/"],
  ["TOOLS.example:8443", "https://tools.example:8443/"],
  ["https://tools.example", "https://tools.example/"],
  ["https://tools.example/clients/", "https://tools.example/clients/"],
  ["https://tools.example/clients", null],
  ["https://tools.example/clients/?a=/", null],
  ["http://tools.example/", null],
  ["https://ada@tools.example/", null],
  ["not a host", null],
  ["", null],
])("CM-04 reads what an admin enters: %j gives %j", (entered, prefix) => {
  expect(urlPrefixOf(entered, { allowLoopback: false })).toBe(prefix);
});
