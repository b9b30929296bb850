/** @module-tag embedded/reads-files */
import { activity } from "@attestory/projections/read-models/activity.ts";
import type { BuildProgress } from "@attestory/projections/store/builds.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import { describe } from "vitest";
import { givenAdmin } from "../http/admins.ts";
import { call } from "../http/client.ts";
import { askUntilUpToDate } from "../http/own-writes.ts";
import { knowingAll } from "../http/stored-log.ts";
import { story } from "./story.ts";

const readByDashboard = ["users", "stats", "analytics", "applications", "backups"];
const longer = 60_000;

describe("the admin dashboard", () => {
  story("shows a build while it runs, and asks no more once it has ended", async ({ visit, stack, expect }) => {
    const { token } = await givenAdmin(stack);
    const headers = await knowingAll(stack);
    for (const name of readByDashboard) {
      await askUntilUpToDate(() => call(stack.url, `GET /api/admin/${name}`, { token, headers }));
    }
    const builds = await openBuilds({ dataDir: stack.dataDir, generation: 1 });
    const build = await builds.begin(activity);
    const now = Date.now();
    const progress: BuildProgress = { started: now, told: now, done: 1n, total: 4n, perSecond: 1 };
    build.saveProgress(progress);
    const { page } = await visit({ token });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const timesAsked = () => asked.filter((path) => path === "/api/admin/builds").length;
    await page.clock.install();
    await page.goto("/admin");
    await page.getByText("A read model is being built").waitFor();
    await page.getByText("25 %: 1 of 4 events applied, about 3 s left.").waitFor();
    build.saveProgress({ ...progress, done: 4n, writing: { documents: 1, of: 2, perSecond: 0 } });
    await page.getByText("50 %: 1 of 2 documents written.").waitFor();
    await build.drop();
    await builds.close();
    await page.getByText("A read model is being built").waitFor({ state: "detached" });
    const times = timesAsked();
    expect(times).toBeGreaterThan(1);
    await page.clock.runFor(longer);
    expect(timesAsked()).toBe(times);
  });
});
