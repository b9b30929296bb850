/** @module-tag embedded/one-process */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { ReportedProgress } from "@attestory/projections/follower/progress.ts";
import { authenticationNames } from "@attestory/projections/read-models/all-projections.ts";
import { afterEach, expect, it, vi } from "vitest";
import { allLagging, slowWhile, stopped, withOthers, withStoppedUsers } from "../stand-ins/projections/lists.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, newPerson, type Person, register, signIn } from "./client.ts";

let product: InProcess | null = null;
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await product?.remove();
  product = null;
});

const health = async (url: string) => {
  const { status, body } = await call(url, "GET /health/ready");
  return { status, body };
};

const degradedBy = (reason: string) => {
  const reasons = { projections: expect.stringMatching(new RegExp(`^${reason}$`)) };
  return { status: 200, body: { status: "degraded", reasons } };
};

/** Signs in and out again, and reads in between and after. */
async function expectAnswers(url: string, user: Person & { token: string }): Promise<void> {
  const token = await signIn(url, user);
  expect((await call(url, "GET /api/user/sessions", { token })).status).toBe(200);
  expect((await call(url, "POST /api/auth/logout", { token })).status).toBe(200);
  expect((await call(url, "GET /api/auth/me", { token })).status).toBe(401);
  expect((await call(url, "GET /api/auth/me", { token: user.token })).status).toBe(200);
}

it("B9 is only degraded while a projection that authentication does not need is slow or has stopped", async () => {
  const isSlow = join(temporaryFolder(), "slow");
  writeFileSync(isSlow, "");
  vi.stubEnv(slowWhile, isSlow);
  const script = new URL("../stand-ins/projections/thread-with-others.ts", import.meta.url);
  product = await startInProcess({}, { projectionThread: { projections: withOthers, script } });
  const { url } = product;
  const waits = vi.spyOn(ReportedProgress.prototype, "waitForPosition");

  const user = await givenSignedInUser(url);
  // All of this group are in one batch, which is slow.
  const behind = degradedBy(allLagging);
  await expect.poll(() => health(url)).toEqual(behind);
  await expectAnswers(url, user);
  expect(await health(url)).toEqual(behind);

  rmSync(isSlow);
  await expect.poll(() => health(url)).toEqual(degradedBy(`${stopped.name} has stopped at position [0-9]+`));
  await expectAnswers(url, user);

  // No call waited for another projection.
  expect(waits).toHaveBeenCalled();
  for (const [names] of waits.mock.calls) expect(names).toEqual(authenticationNames);
});

it("B9 is not ready when a projection that authentication needs has stopped", async () => {
  const script = new URL("../stand-ins/projections/thread-with-stopped-users.ts", import.meta.url);
  product = await startInProcess({}, { projectionThread: { projections: withStoppedUsers, script } });
  const { url } = product;
  expect(await health(url)).toMatchObject({ status: 200, body: { status: "ready" } });
  await register(url, newPerson());
  const reasons = { projections: expect.stringMatching(/^users@[0-9]+ has stopped at position [0-9]+$/) };
  await expect.poll(() => health(url)).toEqual({ status: 503, body: { status: "not_ready", reasons } });
});
