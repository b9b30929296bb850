/** @module-tag embedded/reads-files */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin } from "./admins.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { attestory } from "./command-line.ts";

const folder = temporaryFolder();

it("RE-40 IM-09 a backup that an admin downloaded restores the service elsewhere: accounts are there, sessions are not", async () => {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const product = await startInProcess({ DATA_DIR: dataDir });
  const admin = await givenAdmin(product);
  const late = await givenSignedInUser(product.url);
  const file = join(folder, "backup.sql");
  expect(await attestory(product, ["export", file])).toMatchObject({ code: 0, stderr: "" });
  const after = await givenSignedInUser(product.url);
  await product.remove();

  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  copyFileSync(join(dataDir, "master.key"), join(elsewhere, "master.key"));
  const imported = await attestory({ dataDir: elsewhere, url: product.url }, ["import", file, "--without-admin"]);
  expect([imported.code, imported.stderr]).toEqual([0, ""]);
  const restored = await startInProcess({ DATA_DIR: elsewhere });
  for (const { token } of [admin, late]) {
    expect((await call(restored.url, "GET /api/auth/me", { token })).status).toBe(401);
    expect(
      (await call(restored.url, "PUT /api/user/profile", { token, body: { firstName: "", lastName: "" } })).status,
    ).toBe(401);
  }
  const token = await signIn(restored.url, admin);
  const { body } = await call(restored.url, "GET /api/auth/me", { token });
  expect(body.user).toMatchObject({ id: admin.id, email: admin.email, isAdmin: true });
  await signIn(restored.url, late);
  const { email, password } = after;
  expect((await call(restored.url, "POST /api/auth/login", { body: { email, password } })).status).toBe(401);
  await restored.remove();
});
