/** @module-tag embedded/one-process */
import { adminsStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin } from "./admins.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { call, givenSignedInUser, newPerson, signIn } from "./client.ts";

it("RE-42 a backup from before an erasure does not bring the person back, nor what acted for them", async () => {
  const product = await startInProcess();
  const { url } = product;
  const admin = await givenAdmin(product);
  await product.happened(adminsStream, { type: "AdminListed", data: { userId: admin.id, accessVersion: 1 } });
  const person = await givenSignedInUser(url);
  await product.happened(adminsStream, { type: "AdminListed", data: { userId: person.id, accessVersion: 1 } });
  const { keyValue } = await givenApiKey(product, person);
  const backup = (await call(url, "GET /api/admin/export", { token: admin.token })).body;
  expect((await call(url, `DELETE /api/admin/users/${person.id}`, { token: admin.token })).status).toBe(200);

  const imported = await fetch(`${url}/api/admin/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "text/plain" },
    body: backup,
  });

  expect([imported.status, await imported.json()]).toEqual([200, expect.objectContaining({ stillErased: 1 })]);
  const { email, password } = person;
  expect((await call(url, "POST /api/auth/login", { body: { email, password } })).status).toBe(401);
  // A worker erases the account, whose key is destroyed, as soon as it has followed the log so far.
  product.advance(11);
  const register = async () => {
    const again = newPerson({ email: person.email, username: person.username });
    return (await call(url, "POST /api/auth/register", { body: again })).status;
  };
  await expect.poll(register, { timeout: 20_000, interval: 500 }).toBe(201);
  const token = await signIn(url, admin);
  expect((await product.history(adminsStream)).at(-1)).toMatchObject({
    type: "AdminUnlisted",
    data: { userId: person.id },
  });
  const shown = () => call(url, `GET /api/admin/users/${person.id}`, { token }).then(({ status }) => status);
  await expect.poll(shown, { timeout: 20_000 }).toBe(404);
  const acts = () => call(url, "GET /api/users", { token: keyValue }).then(({ status }) => status);
  await expect.poll(acts, { timeout: 20_000 }).toBe(401);
  await product.remove();
});
