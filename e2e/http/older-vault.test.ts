/** @module-tag embedded/reads-files */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";

it("B1 D5 takes a vault older than the log for a fault from the start, changes nothing, and recovers with the right vault", async () => {
  const dataDir = temporaryFolder();
  const vault = join(dataDir, "vault.sqlite");
  const [older, newer] = [join(dataDir, "older"), join(dataDir, "newer")];
  const start = () => startInProcess({ DATA_DIR: dataDir });

  let product = await start();
  const signsIn = async ({ email, password }: Person) =>
    (await call(product.url, "POST /api/auth/login", { body: { email, password } })).status;
  const early = await givenSignedInUser(product.url);
  await product.remove();
  cpSync(vault, older);
  product = await start();
  const late = await givenSignedInUser(product.url);
  await product.remove();
  cpSync(vault, newer);

  cpSync(older, vault);
  product = await start();
  const health = () => call(product.url, "GET /health/ready");
  const degraded = { status: 200, body: { status: "degraded", reasons: { vault: "lacks the keys of 1 persons" } } };
  expect(await health()).toMatchObject(degraded);
  expect(product.output()).toMatch(
    /"level":"error".*vault\.sqlite lacks the key of person.*"vault older than the event log"/,
  );
  const stream = userStream(late.id);
  const version = () => product.readLog(async (log) => (await log.read(stream)).version);
  const before = await version();
  expect(await signsIn(late)).toBe(503);
  const change = { token: late.token, body: { firstName: "Ada", lastName: "" } };
  expect((await call(product.url, "PUT /api/user/profile", change)).status).toBe(503);
  expect(await signsIn(early)).toBe(200);
  expect(await health()).toMatchObject(degraded);
  expect((await call(product.url, "GET /api/auth/me", { token: late.token })).status).toBe(200);
  expect(await version()).toBe(before);
  await product.remove();

  cpSync(newer, vault);
  product = await start();
  expect((await health()).body.reasons).not.toHaveProperty("vault");
  expect(await signsIn(late)).toBe(200);
  expect((await call(product.url, "PUT /api/user/profile", change)).status).toBe(200);
  await product.remove();
});
