import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin } from "./admins.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";
import { enableTotp } from "./second-factors.ts";
import { knowingAll } from "./stored-log.ts";

it("removes an authenticator app and a passkey, which then let nobody in, and what was added later stays on a repeat", async () => {
  const product = await startInProcess();
  const { url } = product;
  const admin = await givenAdmin(product);
  const user = await givenSignedInUser(url);
  await enableTotp(url, user.token, product.now());
  const passkey = await givenHardwareKey(url, user);
  expect((await signInByPasskey(url, passkey)).status).toBe(200);

  const path = `DELETE /api/admin/users/${user.id}/second-factors`;
  const asking = { token: admin.token, headers: { "idempotency-key": crypto.randomUUID() } };
  expect((await call(url, path, asking)).body).toEqual({ message: "Second factors removed" });
  expect((await call(url, "GET /api/auth/me", { token: user.token })).status).toBe(401);
  expect((await signInByPasskey(url, passkey)).status).toBe(401);
  const token = await signIn(url, user);
  const added = await givenHardwareKey(url, { token });
  expect((await call(url, path, asking)).status).toBe(200);
  expect((await signInByPasskey(url, added)).status).toBe(200);
  const sentences = await call(url, "GET /api/user/activity", { token, headers: await knowingAll(product) });
  expect(JSON.stringify(sentences.body)).toContain("By an admin");
  await product.remove();
});
