/** @module-tag embedded/reads-files */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin } from "./admins.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { attestory } from "./command-line.ts";

const folder = temporaryFolder();

it("RE-40 RE-42 IM-09 a backup restores the service elsewhere: accounts are there, but not sessions, nor who was erased since", async () => {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const checkpointFile = join(folder, "checkpoint");
  const product = await startInProcess({ DATA_DIR: dataDir, CHECKPOINT_FILE: checkpointFile });
  const admin = await givenAdmin(product);
  const late = await givenSignedInUser(product.url);
  const erased = await givenSignedInUser(product.url);
  const file = join(folder, "backup.sql");
  expect(await attestory(product, ["export", file])).toMatchObject({ code: 0, stderr: "" });
  const after = await givenSignedInUser(product.url);
  expect((await call(product.url, `DELETE /api/admin/users/${erased.id}`, { token: admin.token })).status).toBe(200);
  const ledger = `${checkpointFile}.erased`;
  await expect.poll(() => existsSync(ledger) && readFileSync(ledger, "utf8")).toContain(erased.id);
  await product.remove();

  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  copyFileSync(join(dataDir, "master.key"), join(elsewhere, "master.key"));
  const imported = await attestory({ dataDir: elsewhere, url: product.url }, [
    "import",
    file,
    "--without-admin",
    "--erased",
    ledger,
  ]);
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
  for (const { email, password } of [after, erased]) {
    expect((await call(restored.url, "POST /api/auth/login", { body: { email, password } })).status).toBe(401);
  }
  await restored.remove();
});
