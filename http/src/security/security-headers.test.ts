import { expect, it } from "vitest";
import { openRoute, serve } from "../testing/serve.ts";

const routes = [
  openRoute(),
  openRoute({ path: "/api/fails", handle: async () => Promise.reject(new Error("broken")) }),
];

it("FE-06 FE-05 SE-14 HT-10 sends the same security headers with every answer, errors included", async () => {
  const { url } = await serve(routes);
  const statuses: number[] = [];
  for (const path of ["/api/open", "/api/fails", "/api/nothing", "/health/live", "/elsewhere"]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const { status, headers } = await fetch(url + path, { method });
      statuses.push(status);
      expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("permissions-policy")).toContain("camera=()");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      for (const name of ["x-powered-by", "server", "etag", "access-control-allow-origin"]) {
        expect([name, headers.get(name)]).toEqual([name, null]);
      }
    }
  }
  expect(new Set(statuses)).toEqual(new Set([200, 204, 404, 405, 500]));
});
