/** @module-tag embedded/one-process */
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { givenAdmin } from "./admins.ts";
import { call } from "./client.ts";

it("FA-10 tells admins and the log of a proxy that TRUST_PROXY does not name", async () => {
  // A setting of its own keeps it apart from the products whose tests send this header.
  const product = await sharedProduct({ TRUST_PROXY: "192.0.2.1" });
  const { url } = product;
  const { token } = await givenAdmin(product);
  const notices = async () => (await call(url, "GET /api/admin/notices", { token })).body.notices;
  expect(await notices()).toEqual([]);
  for (const client of ["203.0.113.7", "203.0.113.8"]) {
    await fetch(`${url}/health/live`, { headers: { "x-forwarded-for": client } });
  }
  expect(await notices()).toEqual([{ part: "proxy", reason: expect.stringContaining("set TRUST_PROXY=127.0.0.1:") }]);
  expect(product.output().split("X-Forwarded-For came from").length - 1).toBe(1);
  expect(await call(url, "GET /health/ready")).toMatchObject({ body: { status: "ready" } });
});
