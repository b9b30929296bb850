/** @module-tag embedded/moves-clock */
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin } from "./admins.ts";
import { call } from "./client.ts";

it("EV-12 sends an admin one test email in five seconds", async () => {
  const product = await startInProcess({ RATE_LIMITS: "on" });
  try {
    const { token } = await givenAdmin(product);
    const other = await givenAdmin(product);
    product.stopClock();
    const test = (by: string) => call(product.url, "POST /api/admin/mail/test", { token: by });
    expect((await test(token)).status).toBe(200);
    const again = await test(token);
    expect([again.status, again.body.code, again.headers.get("retry-after")]).toEqual([429, "too_many_attempts", "5"]);
    expect((await test(other.token)).status).toBe(200);
    product.advance(5);
    expect((await test(token)).status).toBe(200);
  } finally {
    await product.remove();
  }
});
