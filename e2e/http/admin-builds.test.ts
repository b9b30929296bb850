/** @module-tag embedded/reads-files */
import { users } from "@attestory/projections/read-models/users.ts";
import type { BuildProgress } from "@attestory/projections/store/builds.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { givenAdmin } from "./admins.ts";
import { call } from "./client.ts";

it("tells admins which read models are being built, how far they are, and whether they are served meanwhile", async () => {
  const product = await sharedProduct();
  const { token } = await givenAdmin(product);
  const shown = async () => (await call(product.url, "GET /api/admin/builds", { token })).body.builds;
  expect(await shown()).toEqual([]);
  const builds = await openBuilds({ dataDir: product.dataDir, generation: 1 });
  const [known, other] = [await builds.begin(users), await builds.begin({ name: "none@1", indexes: {} })];
  const now = Date.now();
  const progress: BuildProgress = { started: now, told: now, done: 40n, total: 100n, perSecond: 30 };
  known.saveProgress(progress);
  other.saveProgress({ ...progress, done: 100n, writing: { documents: 1, of: 7, perSecond: 0 } });
  // Polled: on a busy machine, read models may be late.
  await expect.poll(shown).toEqual([
    { readModel: "none", phase: "writing", done: 1, of: 7, secondsLeft: null, isServed: false },
    { readModel: "users", phase: "applying", done: 40, of: 100, secondsLeft: 2, isServed: true },
  ]);
  // Nothing is heard of a build that was killed.
  other.saveProgress({ ...progress, told: now - 600_000 });
  expect(await shown()).toMatchObject([{ readModel: "users" }]);
  await Promise.all([known.drop(), other.drop()]);
  expect(await shown()).toEqual([]);
  await builds.close();
});
