/** @module-tag embedded/one-process */
import { adminsStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin } from "./admins.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { askForErasure, keepAccount } from "./erasure-calls.ts";

const day = 86_400;

it("RE-42 an account that was kept after the backup has 14 days again after a restore, however old the backup", async () => {
  const product = await startInProcess();
  const { url } = product;
  const admin = await givenAdmin(product);
  await product.happened(adminsStream, { type: "AdminListed", data: { userId: admin.id, accessVersion: 1 } });
  const { id, email, password } = await givenSignedInUser(url);
  const signInAgain = () => call(url, "POST /api/auth/login", { body: { email, password } });
  const asked = await askForErasure(url, { token: (await signInAgain()).body.token });
  const backup = (await call(url, "GET /api/admin/export", { token: admin.token })).body;
  expect((await keepAccount(url, asked.body.keepToken)).status).toBe(200);

  product.advance(20 * day);
  const imported = await fetch(`${url}/api/admin/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${await signIn(url, admin)}`, "content-type": "text/plain" },
    body: backup,
  });
  expect(imported.status).toBe(200);

  const shut = await signInAgain();
  expect(shut).toMatchObject({ status: 403, body: { code: "erasure_requested" } });
  expect(Date.parse(shut.body.erasesAt)).toBeGreaterThan(Date.parse(asked.body.erasesAt) + 19 * day * 1000);
  expect((await keepAccount(url, shut.body.erasureTicket)).status).toBe(200);
  expect(await signInAgain()).toMatchObject({ status: 200, body: { user: { id } } });
  await product.remove();
});
