import { expect, it } from "vitest";
import { loopbackRedirect } from "./loopback-redirect.ts";

const page = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
/** Where the service at this address leads a request. */
const led = (publicUrl: string, host: string, { url = "/login?a=b", method = "GET", headers = page as object } = {}) =>
  loopbackRedirect(publicUrl)({ method, url, headers: { ...headers, host } } as never);
const own = "http://localhost:3000";

it("FA-09 leads a page at another name of this machine to the service's address", () => {
  for (const host of ["127.0.0.1:3000", "[::1]:3000"]) expect(led(own, host)).toBe(`${own}/login?a=b`);
  expect(led("http://127.0.0.1:3000", "localhost:3000")).toBe("http://127.0.0.1:3000/login?a=b");
  expect(led("http://localhost", "127.0.0.1")).toBe("http://localhost/login?a=b");
  expect(led(own, "127.0.0.1:3000", { url: "//evil.example/x" })).toBe(`${own}//evil.example/x`);
});

it("FA-09 leads nothing else, nor what a proxy on this machine passes on", () => {
  for (const host of [
    "localhost:3000",
    "LOCALHOST:3000",
    "evil.example:3000",
    "127.0.0.1:8080",
    "127.0.0.1",
    "",
    "a b",
  ]) {
    expect([host, led(own, host)]).toEqual([host, null]);
  }
  expect(led("https://id.example.com", "127.0.0.1:3000")).toBeNull();
  const others = [
    { headers: {} },
    { headers: { accept: "application/json" } },
    { method: "POST" },
    { url: "/health/ready" },
    { url: "http://evil.example/" },
    { url: "*" },
  ];
  for (const other of others) expect([other, led(own, "127.0.0.1:3000", other)]).toEqual([other, null]);
});
