import { expect, it } from "vitest";
import { ownsRedirectUri } from "./redirect-uri.ts";

const redirectUris = [
  "https://app.example.com/cb",
  "http://127.0.0.1:8080/cb",
  "http://[::1]/cb?a=1",
  "http://localhost:3000/cb",
];
const owns = (kind: "public" | "confidential", uri: string) => ownsRedirectUri({ kind, redirectUris }, uri);

it.each(redirectUris)("accepts %s as it was registered", (uri) => {
  expect([owns("public", uri), owns("confidential", uri)]).toEqual([true, true]);
});

it.each(["http://127.0.0.1:61023/cb", "http://127.0.0.1/cb", "http://[::1]:61023/cb?a=1"])(
  "accepts another port of this device for public applications alone: %s",
  (uri) => {
    expect([owns("public", uri), owns("confidential", uri)]).toEqual([true, false]);
  },
);

it.each([
  "https://app.example.com/cb/",
  "https://app.example.com/CB",
  "https://APP.example.com/cb",
  "https://app.example.com:443/cb",
  "https://app.example.com/cb?x=1",
  "https://app.example.com/cb#x",
  "https://app.example.com/x/../cb",
  "https://app.example.com.evil.example/cb",
  "https://app.example.com@evil.example/cb",
  "http://app.example.com/cb",
  "http://localhost:3001/cb",
  "http://127.0.0.1:8080/other",
  "http://127.0.0.1:8080@evil.example/cb",
  "http://127.0.0.1:808080/cb",
  "http://127.0.0.1:x/cb",
  "http://127.0.0.1.evil.example/cb",
  "https://127.0.0.1:8080/cb",
  "http://[::1]/cb",
  "http://[::2]/cb?a=1",
  "",
])("refuses %s", (uri) => {
  expect([owns("public", uri), owns("confidential", uri)]).toEqual([false, false]);
});
