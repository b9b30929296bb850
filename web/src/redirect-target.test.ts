import { describe, expect, it } from "vitest";
import { needsFullNavigation, redirectTarget } from "./redirect-target.ts";

const origin = "https://accounts.example.com";

/** As the login screen reads it: the query parameter, decoded once. */
const fromQuery = (query: string) => redirectTarget(new URLSearchParams(query).get("redirect"), origin);

const hostile = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "https:evil.example",
  "https://evil.example",
  "HTTPS://evil.example/",
  "http:/evil.example",
  "/%09/evil.example",
  "/%0a/evil.example",
  "%09//evil.example",
  "%20//evil.example",
  "/%2fevil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "/%252fevil.example",
  "/%255cevil.example",
  "/%2509/evil.example",
  "/%25252fevil.example",
  "%252f%252fevil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "blob:https://accounts.example.com/x",
  "/login?redirect=%2Flogin",
  "/login",
  "/./login?redirect=x",
  "/x/../login",
  "/",
  "/register",
  "https://good@evil.example",
  "https://accounts.example.com@evil.example/",
  "https://accounts.example.com.evil.example/",
  "//%0d%0aevil.example",
  "/%0d%0aLocation:https://evil.example",
  "/\u2044evil.example",
  "/\u2215evil.example",
  "/\uff0fevil.example",
  "\uff0f\uff0fevil.example",
  "/x/..//evil.example",
  "/.//evil.example",
  "/x/../%2fevil.example",
  "dashboard",
  "evil.example",
  "?x",
  "#x",
  "",
];

describe("redirectTarget", () => {
  it.each(hostile)("FE-03 sends ?redirect=%s to the dashboard", (value) => {
    expect(fromQuery(`?redirect=${value}`)).toBe("/dashboard");
  });

  it.each(hostile)("FE-03 keeps the undecoded %s on our origin", (value) => {
    const target = redirectTarget(value, origin);
    expect(new URL(target, origin).origin).toBe(origin);
    expect(target).toMatch(/^\/[^/\\]/);
  });

  it("goes to the dashboard when no target was given", () => {
    expect(fromQuery("")).toBe("/dashboard");
  });

  it.each([
    ["/docs", "/docs"],
    ["%2Fdocs%3Ftab%3Dapi-reference%23login", "/docs?tab=api-reference#login"],
    ["/dashboard/../about", "/about"],
    [
      encodeURIComponent("/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=%C3%A9"),
      "/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=%C3%A9",
    ],
  ])("T10 follows %s, which is a path of our own", (value, expected) => {
    expect(fromQuery(`?redirect=${value}`)).toBe(expected);
  });
});

describe("needsFullNavigation", () => {
  it.each([
    ["/oauth/authorize?client_id=a", true],
    ["/oauth/authorize", true],
    ["/oauth/authorized", false],
    ["/dashboard?next=/oauth/authorize", false],
  ])("returns for %s: %s", (target, expected) => {
    expect(needsFullNavigation(target)).toBe(expected);
  });
});
