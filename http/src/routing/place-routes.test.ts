import { expect, it, vi } from "vitest";
import { done, serve } from "../testing/serve.ts";
import type { Principal } from "./principal.ts";
import { routeFor } from "./route.ts";

it("A3 refuses HEAD where GET changes something", async () => {
  const handled = vi.fn();
  const changing = routeFor<Principal>()({
    method: "get",
    path: "/api/change",
    summary: "Changes something",
    access: "anyone",
    write: true,
    answers: { 200: done },
    handle: async () => {
      handled();
      return { status: 200, body: { message: "changed" } };
    },
  });
  const { url } = await serve([changing]);
  const head = await fetch(`${url}/api/change`, { method: "HEAD" });
  expect([head.status, head.headers.get("allow")]).toEqual([405, "GET, OPTIONS"]);
  expect(handled).not.toHaveBeenCalled();
  expect((await fetch(`${url}/api/change`)).status).toBe(200);
});
