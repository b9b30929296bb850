/** @module-tag embedded/one-process */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import { afterEach, expect, it, vi } from "vitest";
import { readFolder } from "../invariants/folder.ts";
import { misremembered } from "../invariants/read-models.ts";
import { makeFormer } from "../stand-ins/projections/make-former.ts";
import { buildsWaitWhile, withRaisedSessions } from "../stand-ins/projections/raised-sessions.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";

let product: InProcess | null = null;
afterEach(async () => {
  vi.unstubAllEnvs();
  await product?.remove();
  product = null;
});

/** The former version had no browsers and addresses to show. */
const lacksSeals = "UPDATE documents SET document = json_remove(document, '$.seal')";

it("RE-14 answers throughout a release that raised a version, and signs out at once, before the new documents replace the former", async () => {
  const dataDir = temporaryFolder();
  const wait = join(temporaryFolder(), "wait");
  product = await startInProcess({ DATA_DIR: dataDir });
  const user = await givenSignedInUser(product.url);
  const other = await signIn(product.url, user);
  await product.remove();
  makeFormer(dataDir, lacksSeals);

  writeFileSync(wait, "");
  vi.stubEnv(buildsWaitWhile, wait);
  const script = new URL("../stand-ins/projections/thread-with-raised-sessions.ts", import.meta.url);
  product = await startInProcess(
    { DATA_DIR: dataDir },
    { projectionThread: { projections: withRaisedSessions, script } },
  );
  const { url } = product;
  const builds = await openBuilds({ dataDir, generation: 1 });
  const ofSessions = async () =>
    (await builds.list())
      .filter(({ projection }) => projection.startsWith("sessions@"))
      .map(({ projection, state, isCarriedOver }) => `${projection} ${state}${isCarriedOver ? " carried over" : ""}`);
  const me = async (token: string) => (await call(url, "GET /api/auth/me", { token })).status;

  await expect.poll(ofSessions).toContain(`${sessions.name} building`);
  const readiness = () => call(url, "GET /health/ready");
  expect(await readiness()).toMatchObject({ status: 200, body: { status: "ready" } });
  await expect
    .poll(readiness)
    .toMatchObject({ body: { builds: { [sessions.name]: expect.stringContaining(" % of ") } } });
  expect([await me(user.token), await me(other)]).toEqual([200, 200]);
  expect((await call(url, "POST /api/auth/logout", { token: other })).status).toBe(200);
  expect([await me(user.token), await me(other)]).toEqual([200, 401]);
  const later = await signIn(url, user);
  expect(await me(later)).toBe(200);
  expect(await ofSessions()).toContain(`${sessions.name} running carried over`);

  rmSync(wait);
  await expect.poll(ofSessions).toEqual([`${sessions.name} running`]);
  expect([await me(user.token), await me(other), await me(later)]).toEqual([200, 401, 200]);
  await builds.close();
  await product.remove();
  // All fields are there, as a rebuild from the log has them.
  expect([...misremembered(await readFolder(dataDir))]).toEqual([]);
});
