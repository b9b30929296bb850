import { describe, expect, it } from "vitest";
import { isReservedPath } from "./reserved-path.ts";

describe("a path", () => {
  it.each([
    "/api",
    "/api/",
    "/api/user/profile",
    "/health/live",
    "/metrics",
    "/.well-known/openid-configuration",
    "/openapi.json",
    "//api/admin",
    "///api",
    "/API/Admin",
    "/Health/ready",
    "/api;x=1/admin",
    "/api;/",
    "/api.",
    "/api%2fadmin",
    "/api%252Fadmin",
    "/%2fapi/admin",
    "/%61pi/admin",
    "/api\\admin",
    "/api%5cadmin",
    "/api%ef%bc%8fadmin",
    "/%ef%bd%81pi/admin",
    "/;x/api/admin",
  ])("AC-10 belongs to the API in any spelling: %s", (path) => {
    expect(isReservedPath(path)).toBe(true);
  });

  it.each(["/", "/apis", "/api-keys", "/login", "/docs/api", "/healthy", "/assets/api.js", "/%", "/%zz", "/metric"])(
    "belongs to the web app otherwise: %s",
    (path) => {
      expect(isReservedPath(path)).toBe(false);
    },
  );
});
